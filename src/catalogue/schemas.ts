import Type, { type Static } from 'typebox'
import { listStoresSelling } from '../logistics/contract.ts'
import { Limit, Nullable, Page, Pagination, Shape, Timestamp } from '../platform/http/pages.ts'

const text = Type.Optional(Type.String())
const integer = Type.Optional(Type.Integer())

/** A product for display in a shop. Missing values are absent. */
export const Product = Shape('ProduitCatalogue', {
  reference: Type.String({ description: 'The ean' }),
  id: Type.Integer(),
  sku: Type.Optional(Type.String({ description: "The preferred supplier's own number for it" })),
  nom: Type.String({ examples: ['Clavier mécanique'] }),
  description: text,
  categories: Type.String(),
  categoriesPath: Type.Array(Type.String()),
  marque: text,
  statutProduit: Type.String(),
  prixDeVenteCents: Type.Integer(),
  prixDeVente: Type.Number({ description: 'Euros' }),
  ean: Type.String(),
  photosUrls: Type.Array(Type.String()),
  poids: text,
  couleurs: text,
  dimensions: text,
  caracteristiquesTechniques: text,
  documentationUrl: text,
  dateFinReapprovisionnement: text,
  dateFinDeVie: text,
  quantiteMin: Type.Optional(
    Type.Integer({ description: 'Least number that the preferred supplier delivers' }),
  ),
  packaging: Type.Optional(Type.String({ description: 'As the preferred supplier delivers it' })),
  dureeGarantie: integer,
  enStock: Type.Boolean({
    description: 'Whether any store can sell some; also true of a product of which no store keeps count',
  }),
  prixDAchatFournisseurCents: Type.Optional(
    Type.Integer({ description: 'Shown to key holders alone, where keys are configured' }),
  ),
})
export type Product = Static<typeof Product>

export const ProductInDetail = Shape('FicheProduit', {
  ...Product.properties,
  disponible: Type.Optional(
    Nullable(
      Type.Integer({
        description:
          'Units that can be sold; null: no store keeps count of it; absent while logistics cannot be asked',
      }),
    ),
  ),
  magasins: Type.Optional(listStoresSelling.schema.response[200]),
})
export type ProductInDetail = Static<typeof ProductInDetail>

export const CategoryNode = Shape('NoeudCategorie', {
  nom: Type.String({ examples: ['claviers'] }),
  chemin: Type.String({ description: 'The path from the first level on: what to give as `famille`' }),
  parent: Nullable(Type.String({ description: 'The path above; null for a first level' })),
  niveau: Type.Integer({ description: 'From 1' }),
  nombre: Type.Integer({ description: 'Listed products in it and below' }),
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
        'Words of the name or description, the last also as a beginning; forgives a typo. An ean or a sku',
    }),
  ),
  famille: Type.Optional(
    Type.String({ maxLength: 500, description: 'A category: a path from its first level on, or any level' }),
  ),
  marque: Type.Optional(Type.String({ maxLength: 200, description: 'A brand' })),
  prixMin: Type.Optional(Price('Cents; only what costs as much or more')),
  prixMax: Type.Optional(Price('Cents; only what costs as much or less')),
  enStock: Type.Optional(
    Type.Boolean({ description: 'true: only what can be sold; false: only what has run out' }),
  ),
  sort: Type.Optional(
    Type.Enum(['pertinence', 'prix', '-prix', 'nom', 'nouveaute'], {
      description: 'By default the best match first, or, without a search, the oldest product',
    }),
  ),
  facettes: Type.Optional(
    Type.Boolean({ description: 'Count what was found by category, brand and price as well' }),
  ),
})
export type ProductSearch = Static<typeof ProductSearch>

const floor = 'There are more than 1,000: the numbers are the least that there are'

const FacetValue = Type.Object({
  valeur: Type.String({ description: 'What to give as `famille` or `marque` to see these' }),
  nombre: Type.Integer(),
})

/**
 * Counts of the matches by category, brand and price. Each facet ignores its own filter: `nombre` is the total of the list
 * with this value instead of the selected one.
 */
export const Facets = Shape('Facettes', {
  categories: Type.Array(FacetValue, { description: 'Paths from their first level on; at most 100' }),
  marques: Type.Array(FacetValue, { description: 'At most 100' }),
  prix: Type.Array(
    Type.Object({ minCents: Type.Integer(), maxCents: Type.Integer(), nombre: Type.Integer() }),
    { description: 'What to give as `prixMin` and `prixMax` to see these' },
  ),
  totalMinimum: Type.Optional(Type.Literal(true, { description: floor })),
})
export type Facets = Static<typeof Facets>

/**
 * A search returns its best 1,000 matches, which filters and sorting apply to, and `totalPages` counts their pages. `total`
 * is exact up to 1,000; above, it is exact if it is stored (all products, a family), otherwise a lower bound.
 */
export const ProductList = Shape('ListeProduits', {
  data: Type.Array(Product),
  pagination: Shape('PaginationProduits', {
    ...Pagination.properties,
    totalMinimum: Type.Optional(Type.Literal(true, { description: floor })),
  }),
  approchee: Type.Optional(
    Type.Boolean({ description: 'True: no product has all the words; these have some of them' }),
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

/** `apres` is the last product that was read; `produits` is the number of products read. */
export const RebuildAnswer = Shape('Reconstruction', {
  id: Type.Integer(),
  apres: Type.Integer(),
  produits: Type.Integer(),
  demandeeLe: Timestamp,
  finieLe: Nullable(Timestamp),
})
export type Rebuild = Static<typeof RebuildAnswer>
