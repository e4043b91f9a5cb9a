import { useFormats } from '../language/formats.ts'
import { defineTexts, useTexts } from '../language/language.ts'
import type { Pricing } from './price-basket.ts'

const TEXTS = defineTexts({
  fr: {
    missing: (amount: string, method: string) =>
      `Plus que ${amount} pour la livraison offerte${method && ` (${method})`}`,
  },
  en: {
    missing: (amount: string, method: string) =>
      `Only ${amount} more for free delivery${method && ` (${method})`}`,
  },
})

/**
 * The amount that is missing until the chosen delivery is free; without a choice, until the first of them is. Collection
 * in a store does not count.
 */
export function FreeDelivery({ priced }: { priced: Pricing['priced'] }) {
  const t = useTexts(TEXTS)
  const { euros } = useFormats()
  const { offresLivraison = [], livraison, totalCents, livraisonCents = 0 } = priced
  const goodsCents = totalCents - livraisonCents
  const paid = offresLivraison.filter(
    ({ code, type, prixCents, offertDesCents }) =>
      type !== 'retrait' &&
      prixCents > 0 &&
      offertDesCents !== null &&
      offertDesCents > goodsCents &&
      (!livraison || livraison.code === code),
  )
  const [nearest] = paid.sort((one, other) => (one.offertDesCents ?? 0) - (other.offertDesCents ?? 0))
  if (!nearest) return null
  const method = livraison || offresLivraison.length === 1 ? '' : nearest.nom
  return <p class="notice offer">{t.missing(euros((nearest.offertDesCents ?? 0) - goodsCents), method)}</p>
}
