import Type, { type Static } from 'typebox'
import { eventKind } from '../platform/events/event.ts'
import { Nullable, Nullish, Shape, Timestamp } from '../platform/http/pages.ts'
import { createOperationFactory } from '../platform/peers/operation.ts'
import { problems } from '../platform/problem.ts'
import { entrepots, magasins, produits } from './resources.ts'
import { Category, defineGetOperation, defineListOperation, RecordId } from './schemas.ts'

/** The paths of uploaded pictures, which products keep. Answers complete them with `COMPTOIR_PUBLIC_URL`. */
export const PICTURES = '/api/v1/publique/images/'

/** Adds the base address, which may be empty, to the path of an uploaded picture; returns any other address as it is. */
export const completePicture = (base: string, address: string) =>
  address.startsWith(PICTURES) ? base + address : address

const text = Nullish(Type.String())
const integer = Nullish(Type.Integer())

/**
 * A product after a change; missing values are null or absent. `version` rises with each change, so that late and
 * repeated messages are recognizable. `sku` to `prixDAchatFournisseurCents` are the terms of the product's preferred
 * supplier, `referencesFournisseurs` are the references that all its suppliers use. `prix` are the latest prices and category
 * paths with the time since which they apply, the oldest first; null or absent if neither has changed since `createdAt`.
 */
export const ProductChange = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  supprime: Type.Boolean(),
  ean: Type.String(),
  nom: Type.String({ examples: ['Clavier mécanique'] }),
  prixDeVenteCents: Type.Integer(),
  description: text,
  photosUrls: Nullish(Type.Array(Type.String())),
  categories: Type.String(),
  marque: text,
  poids: text,
  couleurs: text,
  dimensions: text,
  caracteristiquesTechniques: text,
  dureeGarantie: integer,
  statutProduit: Type.String(),
  documentationUrl: text,
  dateFinReapprovisionnement: text,
  dateFinDeVie: text,
  sku: text,
  quantiteMin: integer,
  packaging: integer,
  prixDAchatFournisseurCents: integer,
  referencesFournisseurs: Type.Optional(Type.Array(Type.String())),
  createdAt: Type.Optional(Timestamp),
  prix: Nullish(
    Type.Array(
      Type.Object({
        depuis: Type.String(),
        prixDeVenteCents: Type.Integer(),
        categories: Type.String(),
      }),
    ),
  ),
  retractable: Type.Optional(Type.Boolean()),
})
export type ProductChange = Static<typeof ProductChange>

/** Products were created, changed or deleted. For the catalogue; at most 500 in a message. */
export const productsChanged = eventKind(
  'catalogue.produits',
  Type.Object({ produits: Type.Array(ProductChange), timestamp: Type.Optional(Type.String()) }),
)

/** Products were deleted, which is final. For logistics; at most 500 in a message. */
export const productsDeleted = eventKind(
  'logistique.produits-supprimes',
  Type.Object({ produitIds: Type.Array(Type.Integer()), timestamp: Type.String() }),
)

const operation = createOperationFactory('reference')

export const listProducts = defineListOperation(produits)
export const getProduct = defineGetOperation(produits)
export const listWarehouses = defineListOperation(entrepots)
export const listStores = defineListOperation(magasins)
const getStore = defineGetOperation(magasins)
export const getStorePrivately = operation({
  ...getStore,
  url: '/api/privee/magasins/:id',
  config: { ...getStore.config, access: 'internal', rights: ['peer', 'catalogue', 'warehouse'] },
  schema: { ...getStore.schema, operationId: 'getStorePrivately' },
})

export const listCategories = operation({
  method: 'GET',
  url: '/api/publique/categories',
  config: { access: 'open' },
  schema: {
    operationId: 'listCategories',
    summary: 'List categories',
    description: 'Answers with each level and each full path, and the number of products in it.',
    querystring: Type.Object({
      search: Type.Optional(
        Type.String({
          maxLength: 500,
          description: 'Part of the name, ignoring case and accents',
        }),
      ),
    }),
    response: { 200: Type.Array(Category), ...problems(400) },
  },
})

const Price = Shape('PrixDeProduit', {
  prixDeVenteCents: Type.Integer(),
  depuis: Timestamp,
})
export type Price = Static<typeof Price>

export const listProductPrices = operation({
  method: 'GET',
  url: '/api/v1/publique/produits/:id/prix',
  config: { access: 'open', errors: ['produit-inconnu'] },
  schema: {
    operationId: 'listProductPrices',
    summary: 'List the prices of a product',
    description:
      'Lists the prices of the last 400 days and the one in force before, newest first, each with the time since which it applies. Promotions are not included.',
    params: RecordId,
    response: { 200: Type.Array(Price), ...problems(400, 404) },
  },
})

export const Article = Shape('ProduitTrouve', {
  ref: Type.String(),
  id: Type.Integer(),
  ean: Type.String(),
  nom: Type.String({ examples: ['Clavier mécanique'] }),
  prixDeVenteCents: Type.Integer(),
  tauxTva: Type.Number({ description: 'VAT in percent' }),
  categories: Type.String(),
  statutProduit: Type.String(),
  retractable: Type.Optional(
    Type.Boolean({ description: 'Whether customers may withdraw from its purchase' }),
  ),
  poids: Type.Optional(Nullable(Type.String({ description: 'Weight as text, such as 250 g' }))),
  photoUrl: Nullish(Type.String({ description: 'The first picture' })),
  fournisseur: Nullish(
    Type.Object({ id: Type.Integer(), nom: Type.String() }, { description: 'The preferred supplier' }),
  ),
})
export type Article = Static<typeof Article>

export const findArticles = operation({
  method: 'GET',
  url: '/api/v1/privee/articles',
  config: { access: 'internal', rights: ['peer'] },
  schema: {
    operationId: 'findArticles',
    summary: 'Find products by id or ean',
    description: 'Answers with the products that exist; unknown ids are omitted.',
    querystring: Type.Object({
      refs: Type.String({ minLength: 1, description: '1 to 200 ids or eans, separated by commas' }),
    }),
    response: { 200: Type.Array(Article), ...problems(400) },
  },
})

const AfterId = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  default: 0,
  description: 'Id after which the list begins',
})

/**
 * For areas that rebuild or check their copy of the products. The time limit is long, because a full page is a megabyte
 * and takes a second on a busy machine.
 */
export const listAnnouncedProducts = operation({
  method: 'GET',
  url: '/api/v1/privee/produits',
  config: { access: 'internal', rights: ['peer'], timeoutMs: 15_000, answersList: true },
  schema: {
    operationId: 'listAnnouncedProducts',
    summary: 'List published products',
    description:
      'Lists products as published to the catalogue, including deleted ones, and counts those that are not deleted.',
    querystring: Type.Object({
      apres: AfterId,
      limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 500 }),
    }),
    response: {
      200: Type.Object({ total: Type.Integer(), produits: Type.Array(ProductChange) }),
      ...problems(400),
    },
  },
})

/** For areas that store data of products and may have missed deletions. */
export const listDeletedProducts = operation({
  method: 'GET',
  url: '/api/v1/privee/produits-supprimes',
  config: { access: 'internal', rights: ['peer'], answersList: true },
  schema: {
    operationId: 'listDeletedProducts',
    summary: 'List deleted products',
    description: 'Lists the ids of the deleted products and counts them.',
    querystring: Type.Object({
      apres: AfterId,
      limit: Type.Integer({ minimum: 1, maximum: 10_000, default: 1_000 }),
    }),
    response: {
      200: Type.Object({ total: Type.Integer(), ids: Type.Array(Type.Integer()) }),
      ...problems(400),
    },
  },
})
