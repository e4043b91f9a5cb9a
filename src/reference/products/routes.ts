import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../../platform/area.ts'
import { createBatcher } from '../../platform/database/batcher.ts'
import type { Database } from '../../platform/database/database.ts'
import { Problem, problems } from '../../platform/problem.ts'
import { normalizePath } from '../../platform/text.ts'
import { STANDARD_CATEGORIES } from '../categories.ts'
import {
  type Article,
  findArticles,
  listAnnouncedProducts,
  listCategories as listCategoriesOperation,
  listDeletedProducts,
  listProductPrices,
} from '../contract.ts'
import { defineRecordSchema } from '../fields.ts'
import { completePhotos } from '../pictures/addresses.ts'
import { produits } from '../resources.ts'
import { type CountedCategory, listCountedCategories } from '../store.ts'
import { listPrices } from './prices.ts'
import {
  countProducts,
  findArticlesByReference,
  findProductBySku,
  listProductIdsAfter,
  readDeletedProducts,
  readProductChanges,
} from './store.ts'

const MAX_REFS = 200

/**
 * Returns a function that finds products by ids or eans, separated by commas, and returns them in this order without
 * unknown and repeated ones. If a reference is both an id and an ean, the id wins. The function throws a 400 for no
 * reference or more than 200.
 */
function createFindArticles(db: Database): (list: string) => Promise<Article[]> {
  /** Every order and every basket finds products, so concurrent calls share a query. */
  const together = createBatcher(async (lists: string[][]) => {
    const all = [...new Set(lists.flat())]
    const articles = await findArticlesByReference(db, all.filter(isId).map(Number), all)
    const byId = new Map(articles.map(article => [String(article.id), article]))
    const byEan = new Map(articles.map(article => [article.ean, article]))
    return lists.map(refs =>
      refs.flatMap(ref => {
        const article = byId.get(ref) ?? byEan.get(ref)
        return article ? [{ ref, ...article }] : []
      }),
    )
  })

  return async list => {
    const refs = [...new Set(list.split(',').map(ref => ref.trim()))].filter(ref => ref !== '')
    if (refs.length === 0 || refs.length > MAX_REFS)
      throw new Problem(
        400,
        'requete-invalide',
        `refs must contain 1 to ${MAX_REFS} ids or eans, separated by commas`,
      )
    return together(refs)
  }
}

const isId = (ref: string) => /^[1-9]\d{0,14}$/.test(ref)

/**
 * Returns the categories whose key contains the search text, sorted by key, with their numbers of products. A standard
 * category is found even without products.
 */
export async function listCategories(db: Database, search = ''): Promise<CountedCategory[]> {
  const categories = new Map((await listCountedCategories(db)).map(category => [category.cle, category]))
  for (const nom of STANDARD_CATEGORIES)
    categories.set(nom, { nombreProduits: 0, ...categories.get(nom), cle: nom, nom })
  const part = normalizePath(search)
  return [...categories.values()]
    .filter(({ cle }) => cle.includes(part))
    .sort((a, b) => (a.cle < b.cle ? -1 : 1))
}

/** Read routes that only products have, some of them for other areas. */
export const productRoutes: FastifyPluginAsyncTypebox<Platform<never>> = async (
  app,
  { db, clock, config },
) => {
  const read = createFindArticles(db)

  app.get('/api/publique/produits/search/sku', {
    config: { access: 'open', errors: ['produit-inconnu'] },
    schema: {
      operationId: 'findProductBySku',
      summary: 'Find a product by sku',
      description: 'Finds the product whose `ean` or supplier reference equals the sku.',
      querystring: Type.Object({ sku: Type.String({ minLength: 1, maxLength: 255 }) }),
      response: {
        200: defineRecordSchema(produits.fields, produits.shape),
        ...problems(400, 404),
      },
    },
    handler: async ({ query }) => {
      const sku = query.sku.trim()
      const product = await findProductBySku(db, sku)
      if (!product) throw new Problem(404, 'produit-inconnu', `Product with sku ${sku} not found`)
      completePhotos(config, [product])
      return product
    },
  })

  app.route({ ...listCategoriesOperation, handler: ({ query }) => listCategories(db, query.search) })

  app.route({ ...listProductPrices, handler: ({ params }) => listPrices(db, params.id, clock.now()) })

  app.route({ ...findArticles, handler: ({ query }) => read(query.refs) })

  app.route({
    ...listAnnouncedProducts,
    handler: async ({ query }) => {
      const ids = await listProductIdsAfter(db, query.apres, query.limit)
      return { total: await countProducts(db), produits: await readProductChanges(db, ids) }
    },
  })

  app.route({
    ...listDeletedProducts,
    handler: ({ query }) => readDeletedProducts(db, query.apres, query.limit),
  })
}
