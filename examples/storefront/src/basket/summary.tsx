import { useFormats } from '../language/formats.ts'
import { defineTexts, useTexts } from '../language/language.ts'
import type { Pricing } from './price-basket.ts'

const TEXTS = defineTexts({
  fr: { subtotal: 'Sous-total', delivery: 'Livraison ou retrait', free: 'Offert', total: 'Total à payer' },
  en: { subtotal: 'Subtotal', delivery: 'Delivery or collection', free: 'Free', total: 'Total to pay' },
})

/** The amount to pay, with the discount of each promotion. */
export function Summary({ priced }: { priced: Pricing['priced'] }) {
  const t = useTexts(TEXTS)
  const { euros } = useFormats()
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
        <dt>{t.delivery}</dt>
        <dd>{t.free}</dd>
      </div>
      <div class="total">
        <dt>{t.total}</dt>
        <dd>{euros(priced.totalCents)}</dd>
      </div>
    </dl>
  )
}
