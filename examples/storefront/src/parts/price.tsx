import type { Shapes } from '../api/client.ts'
import { useFormats } from '../language/formats.ts'
import { defineTexts, useTexts } from '../language/language.ts'

const TEXTS = defineTexts({
  fr: {
    now: 'Prix réduit : ',
    lowest: (price: string) => `Prix le plus bas des 30 derniers jours\u00a0: ${price}`,
  },
  en: {
    now: 'Reduced price: ',
    lowest: (price: string) => `Lowest price of the last 30 days: ${price}`,
  },
})

type Priced = Pick<Shapes['ProduitCatalogue'], 'prixDeVenteCents' | 'prixPromoCents' | 'prixPrecedentCents'>

/**
 * The price of a product. A reduced price stands beside the lowest one of the 30 days before the reduction, which the
 * law requires; the platform leaves out both where there is no such price.
 */
export function Price({
  product: { prixDeVenteCents, prixPromoCents, prixPrecedentCents },
}: {
  product: Priced
}) {
  const t = useTexts(TEXTS)
  const { euros } = useFormats()
  if (prixPromoCents === undefined || prixPrecedentCents === undefined)
    return <span class="price">{euros(prixDeVenteCents)}</span>
  return (
    <span class="reduced">
      <span class="unseen">{t.now}</span>
      <span class="price">{euros(prixPromoCents)}</span> <s aria-hidden="true">{euros(prixPrecedentCents)}</s>{' '}
      <span class="reference">{t.lowest(euros(prixPrecedentCents))}</span>
    </span>
  )
}
