import { answerOf, api, type Shapes } from '../../api/client.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { useTexts } from '../../language/language.ts'
import { ProductCards } from '../../parts/product-cards.tsx'
import { TEXTS } from './texts.ts'

const MOST = 4

/** Available products of the same category, those with the nearest price first. */
export function Related({ product }: { product: Shapes['FicheProduit'] }) {
  const t = useTexts(TEXTS)
  const { id, categories, prixDeVenteCents } = product
  const { data } = useAnswer(categories ? `related ${id}` : undefined, async signal => {
    // One more, because the product itself is among those that cost as much.
    const shared = { famille: categories, enStock: true, limit: MOST + 1 }
    const below = { ...shared, prixMax: prixDeVenteCents, sort: '-prix' as const }
    const above = { ...shared, prixMin: prixDeVenteCents + 1, sort: 'prix' as const }
    const lists = await Promise.all(
      [below, above].map(query => answerOf(api.GET('/api/products', { params: { query }, signal }))),
    )
    const distance = (other: Shapes['ProduitCatalogue']) =>
      Math.abs(other.prixDeVenteCents - prixDeVenteCents)
    return lists
      .flatMap(list => list.data)
      .filter(other => other.id !== id)
      .sort((one, other) => distance(one) - distance(other))
      .slice(0, MOST)
  })
  if (!data || data.length === 0) return null
  return (
    <section class="section" aria-labelledby="proches">
      <h2 id="proches">{t.related}</h2>
      <ProductCards products={data} places={MOST} />
    </section>
  )
}
