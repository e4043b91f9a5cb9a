import Type, { type Static } from 'typebox'
import {
  ClosedShape,
  Id,
  Limit,
  Nullable,
  Nullish,
  OptionalPage,
  Page,
  PageOf,
  Shape,
  Timestamp,
} from '../platform/http/pages.ts'

/** Units of a product in a store. */
export type Units = { productId: number; storeId: number; quantite: number }

const PerStore = { productId: Id, storeId: Id }

export const StockItem = Shape('Stock', {
  id: Id,
  stock: Type.Integer({ description: 'Units that can be sold: physical stock less reserved units' }),
  ...PerStore,
})
export type StockItem = Static<typeof StockItem>

/** One reference, not a list, so it contains no comma. The route trims surrounding white space. */
export const StockReference = Type.String({
  pattern: '^\\s*[^,\\s][^,]*$',
  maxLength: 100,
  description: 'Reference of a product: its id or ean',
})

export const CountedStock = Shape('StockCompte', {
  ...StockItem.properties,
  enStock: Type.Integer({ description: 'Physical stock, in units' }),
  reserve: Type.Integer({ description: 'Units reserved for orders' }),
  seuil: Nullable(
    Type.Integer({
      description:
        'Restocking threshold: number of sellable units below which the store needs more; null if not set',
    }),
  ),
  updatedAt: Timestamp,
})
export type CountedStock = Static<typeof CountedStock>

export const CountedStockPage = PageOf('PageStocksComptes', CountedStock)

export const ProductIds = Type.String({
  pattern: '^[1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,199}$',
  description: '1 to 200 ids of products, separated by commas',
})

export const AvailabilitySearch = Type.Object({ produits: ProductIds, magasinId: Type.Optional(Id) })

export const CountedStockSearch = Type.Object({
  storeId: Type.Optional(Id),
  productIds: Type.Optional(ProductIds),
  sousSeuil: Type.Optional(
    Type.Boolean({ description: 'Only products of which fewer units than `seuil` can be sold' }),
  ),
  page: Page(),
  limit: Limit(20),
})
export type CountedStockSearch = Static<typeof CountedStockSearch>

export const StoreQuantity = Shape('QuantiteMagasin', { storeId: Id, quantity: Type.Integer() })
export type StoreQuantity = Static<typeof StoreQuantity>

export const StockSearch = Type.Object({
  store_id: Type.Optional(Id),
  ...OptionalPage,
})
export type StockSearch = Static<typeof StockSearch>

const StorePage = Type.Object({
  data: Type.Array(Type.Object({ ...PerStore, quantity: Type.Integer() })),
  pageNumber: Type.Integer(),
  pageLimit: Type.Integer(),
  totalItems: Type.Integer(),
  totalPages: Type.Integer(),
})

/** One schema with two types, so that the serializer chooses by the value and need not validate it against both. */
export const StockList = Type.Unsafe<StockItem[] | Static<typeof StorePage>>({
  type: ['array', 'object'],
  items: StockItem,
  properties: StorePage.properties,
})

export const StockRef = Type.Object({ storeId: Id, productId: Id })
export type StockRef = Static<typeof StockRef>

const quantity = { maximum: 1_000_000_000 }

const Reason = Nullish(
  Type.String({ minLength: 1, maxLength: 200, description: 'Reason, for the history of the movements' }),
)

export const StockChange = Shape('ChangementStock', {
  quantity: Type.Optional(Type.Integer({ minimum: 0, ...quantity, description: 'Physical stock, in units' })),
  difference: Type.Optional(
    Type.Integer({
      minimum: -quantity.maximum,
      ...quantity,
      description: 'Difference to the physical stock, negative for removals',
    }),
  ),
  seuil: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 0,
        ...quantity,
        description: 'Restocking threshold, in units; null removes it',
      }),
    ),
  ),
  nature: Type.Optional(
    Type.Enum(['correction', 'reassort'], { description: 'Kind of the difference; by default `correction`' }),
  ),
  motif: Reason,
})
export type StockChange = Static<typeof StockChange>

export const StockLine = Shape('LigneStock', {
  productId: Nullish(Id),
  ean: Nullish(Type.String({ minLength: 1, maxLength: 64, pattern: '^[^,]+$' })),
  storeId: Nullish(Id),
  magasin: Nullish(Type.String({ minLength: 1, maxLength: 500 })),
  quantity: Type.Integer({ minimum: 0, ...quantity }),
})

export const Availability = Shape('Disponibilite', {
  productId: Id,
  disponible: Type.Integer({ description: 'Units that can be sold: physical stock less reserved units' }),
})
export type Availability = Static<typeof Availability>

/** Remaining units are public up to this number. */
export const MAX_PUBLIC_UNITS = 5

/** The availability of a product as a shop shows it on a list. */
export const PublicAvailability = Shape('DisponibilitePublique', {
  productId: Id,
  enStock: Type.Boolean({ description: 'Whether at least one store can sell the product' }),
  reste: Nullable(
    Type.Integer({
      description: `Units that can be sold, if they are 1 to ${MAX_PUBLIC_UNITS}; otherwise null`,
    }),
  ),
  enMagasin: Nullable(
    Type.Boolean({
      description:
        'Whether the store `magasinId` can sell the product; null without `magasinId`, and if the store does not track the product',
    }),
  ),
})
export type PublicAvailability = Static<typeof PublicAvailability>

/** Whether a product is available in a store. `version` increases with each change of the sellable quantity. */
export const StockState = Type.Object({
  productId: Id,
  storeId: Id,
  version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  disponible: Type.Boolean(),
})
export type StockState = Static<typeof StockState>

export const StockTransfer = ClosedShape('NouveauTransfert', {
  productId: Id,
  deMagasinId: { ...Id, description: 'Store that gives the units' },
  versMagasinId: { ...Id, description: 'Store that receives them' },
  quantite: Type.Integer({ minimum: 1, ...quantity, description: 'Number of units, which must be free' }),
  motif: Reason,
})
export type StockTransfer = Static<typeof StockTransfer>

export const StockMovement = Shape('MouvementStock', {
  id: Id,
  nature: Type.Enum(
    ['comptage', 'correction', 'reassort', 'preparation', 'annulation', 'retour', 'transfert'],
    { title: 'NatureMouvement' },
  ),
  quantite: Type.Integer({ description: 'Difference to the physical stock, negative for removals' }),
  stockApres: Type.Integer({ description: 'Physical stock after the movement' }),
  reference: Nullable(
    Type.String({ description: 'Order of a preparation, cancellation or return; other store of a transfer' }),
  ),
  motif: Nullable(Type.String()),
  auteur: Nullable(
    Type.String({ description: 'Name of the API key or member of staff; null for the platform itself' }),
  ),
  createdAt: Timestamp,
})
export type StockMovement = Static<typeof StockMovement>

export const StockMovementPage = PageOf('PageMouvementsStock', StockMovement)
