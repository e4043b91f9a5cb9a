import { Link } from 'wouter-preact'
import { type Availability, useAvailability } from '../api/availability.ts'
import type { Shapes } from '../api/client.ts'
import { placeOf, type Store, useStores } from '../api/stores.ts'
import { defineTexts, useTexts } from '../language/language.ts'
import { delivery } from '../state/checkout.ts'
import { Picture } from './picture.tsx'
import { Price } from './price.tsx'

const TEXTS = defineTexts({
  fr: {
    out: 'Épuisé',
    inStock: 'En stock',
    few: (count: number) => `Plus que ${count}`,
    here: (place: string) => `Disponible à ${place}`,
  },
  en: {
    out: 'Sold out',
    inStock: 'In stock',
    few: (count: number) => `Only ${count} left`,
    here: (place: string) => `Available in ${place}`,
  },
})

type Product = Shapes['ProduitCatalogue']

/** Number of products that a phone shows without scrolling. */
const AT_FIRST = 2

type Props = {
  /** Undefined while they are loaded for the first time. */
  products: readonly Product[] | undefined
  /** Number of placeholders meanwhile. */
  places: number
  isBusy?: boolean
}

/** Products as cards, with the availability of all of them from one request. */
export function ProductCards({ products, places, isBusy = false }: Props) {
  const known = useAvailability(products ?? [])
  const { magasinId } = delivery.value
  const { data: stores } = useStores(magasinId !== undefined)
  const store = stores?.find(({ id }) => id === magasinId)
  if (!products)
    return (
      // The key replaces the element: a browser counts its reuse further down as a shift.
      <div class="cards" aria-hidden="true" key="places">
        {Array.from({ length: places }, (_, place) => (
          <span class="card place" key={place} />
        ))}
      </div>
    )
  return (
    <div class="cards" aria-busy={isBusy}>
      {products.map((product, place) => (
        <Card
          key={product.id}
          product={product}
          state={known.get(product.id)}
          store={store}
          isFirst={place < AT_FIRST}
        />
      ))}
    </div>
  )
}

type CardProps = {
  product: Product
  state: Availability | undefined
  /** The store that the shopper chose. */
  store: Store | undefined
  /** Whether the picture is visible without scrolling. */
  isFirst: boolean
}

/** A product; the whole card is a link. */
function Card({ product, state, store, isFirst }: CardProps) {
  const { id, nom, marque, photosUrls } = product
  return (
    <Link class="card" href={`/produits/${id}`}>
      <Picture photo={photosUrls[0]} name={nom} size={320} isFirst={isFirst} />
      <span class="card-brand">{marque ?? '\u00a0'}</span>
      <span class="card-name">{nom}</span>
      <Price product={product} />
      <Stock product={product} state={state} store={store} />
    </Link>
  )
}

/** Whether a product is available, and in the shopper's store; an empty line while that is unknown. */
function Stock({ product: { enStock, stockConnu }, state, store }: Omit<CardProps, 'isFirst'>) {
  const t = useTexts(TEXTS)
  const here = state?.enMagasin && store
  if (stockConnu && !(state?.enStock ?? enStock)) return <span class="card-stock bad-text">{t.out}</span>
  const few = state?.reste ? <span class="offer-text">{t.few(state.reste)}</span> : undefined
  return (
    <span class="card-stock good-text">
      {few}
      {here && <span>{t.here(placeOf(here))}</span>}
      {!few && !here && (state ? t.inStock : '\u00a0')}
    </span>
  )
}
