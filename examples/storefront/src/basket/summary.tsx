import { useFormats } from '../language/formats.ts'
import { defineTexts, useTexts } from '../language/language.ts'
import type { Pricing } from './price-basket.ts'

const TEXTS = defineTexts({
  fr: {
    subtotal: 'Sous-total',
    delivery: 'Livraison ou retrait',
    toChoose: 'À choisir',
    free: 'Offert',
    total: 'Total à payer',
    totalSoFar: 'Total hors livraison',
  },
  en: {
    subtotal: 'Subtotal',
    delivery: 'Delivery or collection',
    toChoose: 'To be chosen',
    free: 'Free',
    total: 'Total to pay',
    totalSoFar: 'Total without delivery',
  },
})

/** The amount to pay, with the discount of each promotion and the price of the chosen delivery. */
export function Summary({ priced }: { priced: Pricing['priced'] }) {
  const t = useTexts(TEXTS)
  const { euros } = useFormats()
  const { offresLivraison, livraison, livraisonCents = 0 } = priced
  const isToChoose = offresLivraison !== undefined && !livraison
  const method = livraison && offresLivraison?.find(({ code }) => code === livraison.code)?.nom
  const price = livraisonCents === 0 ? t.free : euros(livraisonCents)
  return (
    <dl class="sums">
      <div>
        <dt>{t.subtotal}</dt>
        <dd>{euros(priced.sousTotalCents)}</dd>
      </div>
      {priced.remises.map(({ promotionId, description, montantCents }) => (
        <div key={promotionId} class="taken-off">
          <dt>{description}</dt>
          <dd>−{euros(montantCents)}</dd>
        </div>
      ))}
      <div>
        <dt>{method ?? t.delivery}</dt>
        <dd>{isToChoose ? t.toChoose : price}</dd>
      </div>
      <div class="total">
        <dt>{isToChoose ? t.totalSoFar : t.total}</dt>
        <dd aria-live="polite">{euros(priced.totalCents)}</dd>
      </div>
    </dl>
  )
}
