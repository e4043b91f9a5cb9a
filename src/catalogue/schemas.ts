import Type, { type Static } from 'typebox'
import { listStoresSelling } from '../logistics/contract.ts'
import { Limit, Nullable, Page, Pagination, Shape, Timestamp } from '../platform/http/pages.ts'

const text = Type.Optional(Type.String())
const integer = Type.Optional(Type.Integer())

/** A product as a shop displays it. Fields without a value are absent. */
export const Product = Shape('ProduitCatalogue', {
  reference: Type.String({ description: 'The ean' }),
  id: Type.Integer(),
  sku: Type.Optional(Type.String({ description: 'Product number of the preferred supplier' })),
  nom: Type.String({ examples: ['Clavier mécanique'] }),
  description: text,
  categories: Type.String(),
  categoriesPath: Type.Array(Type.String()),
  marque: text,
  statutProduit: Type.String(),
  prixDeVenteCents: Type.Integer(),
  prixDeVente: Type.Number({ description: 'Euros' }),
  ean: Type.String(),
  prixPromoCents: Type.Optional(
    Type.Integer({ description: 'Price of one unit with the promotions for everybody' }),
  ),
  prixPrecedentCents: Type.Optional(
    Type.Integer({ description: 'Lowest price of the 30 days before the reduction began' }),
  ),
  photosUrls: Type.Array(Type.String()),
  poids: text,
  couleurs: text,
  dimensions: text,
  caracteristiquesTechniques: text,
  documentationUrl: text,
  dateFinReapprovisionnement: text,
  dateFinDeVie: text,
  quantiteMin: Type.Optional(
    Type.Integer({ description: 'Minimum order quantity of the preferred supplier' }),
  ),
  packaging: Type.Optional(
    Type.String({ description: 'Packaging in which the preferred supplier delivers' }),
  ),
  dureeGarantie: integer,
  retractable: Type.Optional(
    Type.Literal(false, { description: 'Present if customers may not withdraw from its purchase' }),
  ),
  enStock: Type.Boolean({
    description: 'Whether at least one store can sell the product; also true if no store tracks its stock',
  }),
  stockConnu: Type.Boolean({
    description:
      'Whether at least one store tracks the stock of the product. If not, `enStock` is true, but the stock is unknown: the product can be ordered unless the platform refuses products without stock',
  }),
  prixDAchatFournisseurCents: Type.Optional(
    Type.Integer({
      description: 'Purchase price in cents; only for callers with a key if keys are configured',
    }),
  ),
})
export type Product = Static<typeof Product>

export const ProductInDetail = Shape('FicheProduit', {
  ...Product.properties,
  disponible: Type.Optional(
    Nullable(
      Type.Integer({
        description:
          'Units that can be sold; null if no store tracks the stock; absent while logistics is unavailable',
      }),
    ),
  ),
  magasins: Type.Optional(listStoresSelling.schema.response[200]),
})
export type ProductInDetail = Static<typeof ProductInDetail>

export const CategoryNode = Shape('NoeudCategorie', {
  nom: Type.String({ examples: ['claviers'] }),
  chemin: Type.String({ description: 'Path from the first level, as accepted by `famille`' }),
  parent: Nullable(Type.String({ description: 'Path of the parent category; null at the first level' })),
  niveau: Type.Integer({ description: 'Level in the category tree, from 1' }),
  nombre: Type.Integer({ description: 'Number of listed products in the category and its subcategories' }),
})
export type CategoryNode = Static<typeof CategoryNode>

const Price = (description: string) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description })

export const ProductSearch = Type.Object({
  page: Page(Number.MAX_SAFE_INTEGER),
  limit: Limit(20),
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Words of the name or description, or an ean or a sku. The last word may be a prefix; one typo is tolerated',
    }),
  ),
  famille: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Category: a path from the first level, or the name of any level',
    }),
  ),
  marque: Type.Optional(Type.String({ maxLength: 200, description: 'A brand' })),
  prixMin: Type.Optional(Price('Minimum price, in cents')),
  prixMax: Type.Optional(Price('Maximum price, in cents')),
  enStock: Type.Optional(
    Type.Boolean({
      description: '`true`: only products that can be sold; `false`: only products that are sold out',
    }),
  ),
  sort: Type.Optional(
    Type.Enum(['pertinence', 'prix', '-prix', 'nom', 'nouveaute'], {
      description:
        'Sort order. By default the best match first or, without `search`, the oldest product first',
    }),
  ),
  pertinents: Type.Optional(
    Type.Boolean({
      description:
        'Leaves out matches whose name, brand and category have no word of the search, unless all matches are such',
    }),
  ),
  facettes: Type.Optional(
    Type.Boolean({ description: 'Also counts the matches by category, brand and price' }),
  ),
})
export type ProductSearch = Static<typeof ProductSearch>

const floor = 'Present if there may be more matches than the 1,000 counted; the counts are then lower bounds'

const FacetValue = Type.Object({
  valeur: Type.String({ description: 'Value of `famille` or `marque` that selects these products' }),
  nombre: Type.Integer(),
})

/**
 * Counts of the matches by category, brand and price. Each facet ignores its own filter: `nombre` is the total of the list
 * with this value instead of the selected one.
 */
export const Facets = Shape('Facettes', {
  categories: Type.Array(FacetValue, { description: 'Category paths from the first level, at most 100' }),
  marques: Type.Array(FacetValue, { description: 'At most 100' }),
  prix: Type.Array(
    Type.Object({ minCents: Type.Integer(), maxCents: Type.Integer(), nombre: Type.Integer() }),
    { description: 'Price ranges; pass `minCents` and `maxCents` as `prixMin` and `prixMax` to select one' },
  ),
  totalMinimum: Type.Optional(Type.Literal(true, { description: floor })),
})
export type Facets = Static<typeof Facets>

/**
 * `famille` restricts a search; the other filters and the sort order apply to its best 1,000 matches. `total` is exact
 * unless `totalMinimum` is present, which marks a search with at least 1,000 matches, and a list with over 1,000
 * products that is filtered by more than `famille`.
 */
export const ProductList = Shape('ListeProduits', {
  data: Type.Array(Product),
  pagination: Shape('PaginationProduits', {
    ...Pagination.properties,
    totalMinimum: Type.Optional(Type.Literal(true, { description: floor })),
  }),
  approchee: Type.Optional(
    Type.Boolean({ description: '`true` if no product matches all words; the results match some of them' }),
  ),
  facettes: Type.Optional(Facets),
})

export const Statistics = Shape('StatistiquesCatalogue', {
  totalProducts: Type.Integer(),
  activeProducts: Type.Integer(),
  categoriesCount: Type.Integer(),
  brandsCount: Type.Integer(),
  lastSync: Nullable(Timestamp),
})
export type Statistics = Static<typeof Statistics>

/** The next page of the rebuild begins after the id `apres`. `produits` is the number of products read. */
export const RebuildAnswer = Shape('Reconstruction', {
  id: Type.Integer(),
  apres: Type.Integer(),
  produits: Type.Integer(),
  demandeeLe: Timestamp,
  finieLe: Nullable(Timestamp),
})
export type Rebuild = Static<typeof RebuildAnswer>
