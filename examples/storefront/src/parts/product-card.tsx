import { Link } from 'wouter-preact'
import type { Shapes } from '../api/client.ts'
import { useFormats } from '../language/formats.ts'
import { Picture } from './picture.tsx'

/** A product in a list; the whole card is a link. */
export function ProductCard({
  product: { id, nom, marque, prixDeVenteCents, photosUrls },
  isFirst = false,
}: {
  product: Shapes['ProduitCatalogue']
  /** The picture is visible without scrolling. */
  isFirst?: boolean
}) {
  const { euros } = useFormats()
  return (
    <Link class="card" href={`/produits/${id}`}>
      <Picture photo={photosUrls[0]} name={nom} size={320} isFirst={isFirst} />
      <span class="card-brand">{marque ?? '\u00a0'}</span>
      <span class="card-name">{nom}</span>
      <span class="price">{euros(prixDeVenteCents)}</span>
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
