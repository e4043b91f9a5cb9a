import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { LRUCache } from 'lru-cache'
import Type from 'typebox'
import type { Database } from '../../platform/database/database.ts'
import { problems } from '../../platform/problem.ts'
import { plain } from '../../platform/text.ts'
import type { Context } from '../context.ts'
import { CategoryNode } from '../schemas.ts'
import { categoryOf } from '../words/categories.ts'
import { listCategoryPaths, listFamilies } from './store.ts'

/**
 * Returns the categories that have listed products, each followed by its subcategories, siblings sorted by name.
 * `nombre` is the total of the list with `famille=chemin`.
 */
export async function readCategoryTree(db: Database): Promise<CategoryNode[]> {
  const [counted, written] = await Promise.all([listFamilies(db), listCategoryPaths(db)])
  const numbers = new Map(counted.map(({ mot, nombreNom }) => [mot, nombreNom]))
  const nodes = new Map<string, CategoryNode>()
  for (const { levels, paths } of written.map(categoryOf))
    for (const [depth, { term, path: chemin }] of paths.entries()) {
      const nombre = numbers.get(term) ?? 0
      if (nombre === 0 || nodes.has(term)) continue
      const parent = paths[depth - 1]?.path ?? null
      nodes.set(term, { nom: levels[depth] ?? '', chemin, parent, niveau: depth + 1, nombre })
    }
  return (
    [...nodes.values()]
      // The null character sorts before any other, so that the children of `Son` precede its sibling `Son HD`.
      .map(node => ({ node, key: node.chemin.split(' > ').map(plain).join('\0') }))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ node }) => node)
  )
}

const CACHE_MS = 5_000

/**
 * Returns a function that reads the category tree and caches it for five seconds, because reading thousands of
 * categories takes longer than reading a page of products.
 */
function createCategoryTree(db: Database): () => Promise<CategoryNode[]> {
  const known = new LRUCache({ max: 1, ttl: CACHE_MS, fetchMethod: () => readCategoryTree(db) })
  return () => known.forceFetch('tree')
}

export const categoryRoutes: FastifyPluginAsyncTypebox<Context> = async (app, { db }) => {
  const tree = createCategoryTree(db)
  app.get('/api/v1/publique/catalogue/categories', {
    config: { access: 'open' },
    schema: {
      operationId: 'listCategoryTree',
      summary: 'List the category tree',
      description: 'Lists the categories of listed products, parents first, with the number of products.',
      response: { 200: Type.Array(CategoryNode), ...problems(400) },
    },
    handler: tree,
  })
}
