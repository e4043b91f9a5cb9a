import Type, { type Static } from 'typebox'
import { Id, Nullable, Shape, Timestamp } from '../platform/http/pages.ts'

const OrderId = Type.String({ minLength: 1, maxLength: 200 })

export const NewReservation = Shape('NouvelleReservation', {
  ordreId: OrderId,
  articles: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1, maxLength: 200, description: 'Product id, as text' }),
      quantite: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    }),
    { minItems: 1, maxItems: 200 },
  ),
  expireLe: Timestamp,
})
export type NewReservation = Static<typeof NewReservation>

export const STATES = ['active', 'liberee', 'expiree', 'prelevee', 'annulee'] as const

export const Reservation = Shape('Reservation', {
  ordreId: Type.String(),
  statut: Type.Enum([...STATES]),
  expireLe: Timestamp,
})
export type Reservation = Static<typeof Reservation>

export const ReservationRef = Type.Object({ ordreId: OrderId })

/** Either a later end, or the word that the order was cancelled. */
export const ReservationChange = Type.Union([
  Type.Object({ expireLe: Timestamp }),
  Type.Object({ statut: Type.Literal('annulee') }),
])
export type ReservationChange = Static<typeof ReservationChange>

export const SlipArticle = Shape('ArticleBordereau', {
  id: Type.String(),
  nom: Type.String(),
  quantite: Type.Integer({ description: 'How many of them were ordered from this store' }),
  storeId: Nullable(Id),
  manquant: Type.Integer({ description: 'How many of these are missing' }),
})
export type SlipArticle = Static<typeof SlipArticle>

export const Slip = Shape('Bordereau', {
  id: Id,
  numero: Type.String(),
  ordreId: Type.String(),
  clientId: Type.String(),
  adresseLivraison: Type.Unknown(),
  articles: Type.Array(SlipArticle),
  statut: Type.Enum(['a_preparer', 'incomplet', 'annule']),
  createdAt: Timestamp,
})
export type Slip = Static<typeof Slip>

const PerStore = { productId: Id, storeId: Id }

export const StockItem = Shape('Stock', {
  id: Id,
  stock: Type.Integer({ description: 'What can be sold: in stock less reserved' }),
  ...PerStore,
})
export type StockItem = Static<typeof StockItem>

export const CountedStock = Shape('StockCompte', {
  ...StockItem.properties,
  enStock: Type.Integer({ description: 'What is physically there' }),
  reserve: Type.Integer({ description: 'What is promised to orders' }),
})
export type CountedStock = Static<typeof CountedStock>

export const StoreQuantity = Shape('QuantiteMagasin', { storeId: Id, quantity: Type.Integer() })
export type StoreQuantity = Static<typeof StoreQuantity>

export const StockSearch = Type.Object({
  store_id: Type.Optional(Id),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})
export type StockSearch = Static<typeof StockSearch>

const StorePage = Type.Object({
  data: Type.Array(Type.Object({ ...PerStore, quantity: Type.Integer() })),
  pageNumber: Type.Integer(),
  pageLimit: Type.Integer(),
  totalItems: Type.Integer(),
  totalPages: Type.Integer(),
})

/** One schema of two types: the serializer then looks at the value alone, and need not check it against both. */
export const StockList = Type.Unsafe<StockItem[] | Static<typeof StorePage>>({
  type: ['array', 'object'],
  items: StockItem,
  properties: StorePage.properties,
})

export const StockRef = Type.Object({ storeId: Id, productId: Id })
export type StockRef = Static<typeof StockRef>

const quantity = { maximum: 1_000_000_000 }

export const StockChange = Shape('ChangementStock', {
  quantity: Type.Optional(Type.Integer({ minimum: 0, ...quantity, description: 'What is physically there' })),
  difference: Type.Optional(
    Type.Integer({
      minimum: -quantity.maximum,
      ...quantity,
      description: 'What came, or went if below zero',
    }),
  ),
})
export type StockChange = Static<typeof StockChange>

export const SlipSearch = Type.Object({
  ordreId: Type.Optional(OrderId),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})
export type SlipSearch = Static<typeof SlipSearch>

export const StockLine = Shape('LigneStock', {
  productId: Id,
  storeId: Id,
  quantity: Type.Integer({ minimum: 0, ...quantity }),
})
