import Type, { type Static } from 'typebox'
import { Limit, Nullable, Page, Pagination, Shape, Timestamp } from '../platform/http/pages.ts'

const text = Type.Optional(Type.String())
const integer = Type.Optional(Type.Integer())

/** A product as shops show it. What it does not have is absent. */
export const Product = Shape('ProduitCatalogue', {
  reference: Type.String({ description: 'The ean' }),
  id: Type.Integer(),
  sku: Type.Optional(Type.String({ description: "The preferred supplier's own number for it" })),
  nom: Type.String(),
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
  prixDAchatFournisseurCents: Type.Optional(
    Type.Integer({ description: 'Shown to key holders alone, where keys are configured' }),
  ),
})
export type Product = Static<typeof Product>

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
    Type.String({ maxLength: 500, description: 'A category, or any level of its path' }),
  ),
})
export type ProductSearch = Static<typeof ProductSearch>

/** A search shows its best 1,000 matches, and `totalPages` counts their pages. `total` is exact up to 1,000. */
export const ProductList = Shape('ListeProduits', {
  data: Type.Array(Product),
  pagination: Pagination,
  approchee: Type.Optional(
    Type.Boolean({ description: 'True: no product has all the words; these have some of them' }),
  ),
})

export const Statistics = Shape('StatistiquesCatalogue', {
  totalProducts: Type.Integer(),
  activeProducts: Type.Integer(),
  categoriesCount: Type.Integer(),
  brandsCount: Type.Integer(),
  lastSync: Nullable(Timestamp),
})

/** `apres`: up to which product it has come; `produits`: how many it has read. */
export const RebuildAnswer = Shape('Reconstruction', {
  id: Type.Integer(),
  apres: Type.Integer(),
  produits: Type.Integer(),
  demandeeLe: Timestamp,
  finieLe: Nullable(Timestamp),
})
