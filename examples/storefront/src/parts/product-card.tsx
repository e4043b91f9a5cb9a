import { Link } from 'wouter-preact'
import type { Shapes } from '../api/client.ts'
import { Picture } from './picture.tsx'
import { Price } from './price.tsx'

/** A product in a list; the whole card is a link. */
export function ProductCard({
  product,
  isFirst = false,
}: {
  product: Shapes['ProduitCatalogue']
  /** The picture is visible without scrolling. */
  isFirst?: boolean
}) {
  const { id, nom, marque, photosUrls } = product
  return (
    <Link class="card" href={`/produits/${id}`}>
      <Picture photo={photosUrls[0]} name={nom} size={320} isFirst={isFirst} />
      <span class="card-brand">{marque ?? '\u00a0'}</span>
      <span class="card-name">{nom}</span>
      <Price product={product} />
    </Link>
  )
}

/** Placeholders of cards that are still loading. */
export const CardPlaceholders = ({ count }: { count: number }) => (
  <div class="cards" aria-hidden="true">
    {Array.from({ length: count }, (_, place) => (
      <span class="card place" key={place} />
    ))}
  </div>
)
