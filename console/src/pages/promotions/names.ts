import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import type { Promotion } from './promotions.ts'
import { promotionTexts } from './texts.ts'

/** Returns functions that describe a promotion: its name, its discount and its restrictions. */
export function useNames() {
  const texts = useTexts(promotionTexts)
  const { euros, percent, count } = useFormats()
  return {
    nameOf: ({ id, description }: Promotion) => description || texts.unnamed(String(id)),
    discountOf({ typePromotion, valeurPromotion, uniteValeur, quantiteAchat, seuilMontant }: Promotion) {
      if (typePromotion === 'PRODUIT_OFFERT') return texts.oneFree(count(Math.max(2, quantiteAchat ?? 2)))
      const from = seuilMontant ? ` ${texts.fromAmount(euros(seuilMontant))}` : ''
      if (valeurPromotion === null) return `${texts.freeDelivery}${from}`
      const value =
        uniteValeur === 'PERCENT' ? percent(valeurPromotion / 100) : euros(Math.round(valeurPromotion * 100))
      return `${texts.less(value)}${from}`
    },
    /** Restrictions of a promotion: applied manually, in stores only, for certain customers. Empty without any. */
    limitsOf({ autoAppliquee, idClient, idMagasin, applicationsConcernees }: Promotion) {
      return [
        ...(autoAppliquee ? [] : [texts.manual]),
        ...(idMagasin || !applicationsConcernees.includes('E-COMMERCE') ? [texts.inStores] : []),
        ...(idClient ? [texts.targeted(count(idClient.length))] : []),
      ]
    },
  }
}
