import { cardBrand, cardDigits, cardExpiry, isExpired, withSlash } from '../cards/card.ts'
import type { Card } from '../providers/provider.ts'

export type CardFields = Partial<Record<'cardNumber' | 'expirationDate' | 'cvc' | 'cardHolderName', string>>
export type CardFaults = CardFields

/** The card that was typed, or what is wrong with it, field by field, in French. `month` is `YYYY-MM`. */
export function readCard(
  fields: CardFields,
  month: string,
): { card: Required<Card> } | { faults: CardFaults } {
  const { cardNumber = '', expirationDate = '', cvc = '', cardHolderName = '' } = fields
  const digits = cardDigits(cardNumber)
  const expiry = cardExpiry(withSlash(expirationDate))
  const cvcDigits = digits && cardBrand(digits) === 'amex' ? 4 : 3
  const faults: CardFaults = {
    ...(!digits && { cardNumber: 'Vérifiez le numéro de la carte.' }),
    ...(!expiry && { expirationDate: 'Indiquez le mois et l’année : MM/AA.' }),
    ...(expiry && isExpired(expiry, month) && { expirationDate: 'Cette carte a expiré.' }),
    ...(!/^\d+$/.test(cvc) || cvc.length !== cvcDigits
      ? { cvc: `Indiquez les ${cvcDigits} chiffres du code de sécurité.` }
      : {}),
    ...((cardHolderName === '' || cardHolderName.length > 150) && {
      cardHolderName: 'Indiquez le nom du titulaire.',
    }),
  }
  if (!digits || !expiry || Object.keys(faults).length > 0) return { faults }
  return { card: { cardNumber: digits, expirationDate: expiry, cvc, cardHolderName } }
}
