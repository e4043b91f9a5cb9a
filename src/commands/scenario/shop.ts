import type { Shapes } from '../../../clients/typescript/src/index.ts'
import { timeOf } from '../server-time.ts'
import { type ScenarioClient, ScenarioError } from './client.ts'

/** What the shop and its staff do, so that there is something to buy. */

export type Product = Shapes['ProduitCatalogue']

/** The first product that a search finds; without words, for a word of the first product's name. */
export async function findProduct(client: ScenarioClient, words?: string): Promise<Product> {
  const search = words ?? (await firstWord(client))
  const { data } = await client.call(200, api =>
    api.GET('/api/products', { params: { query: { search, limit: 3 } } }),
  )
  if (!data[0]) throw new ScenarioError(`No product is found for « ${search} »`)
  return data[0]
}

async function firstWord(client: ScenarioClient): Promise<string> {
  const list = await client.quietly(api => api.GET('/api/products', { params: { query: { limit: 1 } } }))
  const word = list?.data[0]?.nom.split(/[^\p{L}\p{N}]+/u).find(part => part.length > 3)
  if (!word)
    throw new ScenarioError(
      'The shop has no products: import some, or load the sample shop with comptoir seed',
    )
  return word
}

export async function putInStock(client: ScenarioClient, { id: productId }: Product) {
  const stores = await client.call(200, api =>
    api.GET('/api/publique/magasins', { params: { query: { limit: 1 } } }),
  )
  const storeId = Array.isArray(stores) ? undefined : stores.rows[0]?.id
  if (!storeId) throw new ScenarioError('The shop has no store: import some first')
  await client.call(200, api =>
    api.PATCH('/api/v1/privee/stocks/{storeId}/{productId}', {
      params: { path: { storeId, productId } },
      body: { difference: 10 },
    }),
  )
}

/** How many can be sold, over all stores. */
export async function available(client: ScenarioClient, { id: productId }: Product): Promise<number> {
  const rows = await client.call(200, api =>
    api.GET('/api/publique/reserve/{productId}', { params: { path: { productId } } }),
  )
  return rows.reduce((sum, row) => sum + row.quantity, 0)
}

/** Ten per cent off the product, from now on. Gives what ends it. */
export async function startPromotion(
  client: ScenarioClient,
  product: Product,
): Promise<() => Promise<unknown>> {
  const now = (await timeOf(client.url)).getTime()
  const { id } = await client.call(201, api =>
    api.POST('/api/publique/data', {
      body: {
        categoriePromotion: 'PRODUIT',
        typePromotion: 'POURCENTAGE',
        idProduit: [String(product.id)],
        valeurPromotion: 10,
        uniteValeur: 'PERCENT',
        description: 'Démonstration : 10 % de moins',
        dateDebut: new Date(now - 60_000).toISOString(),
        dateFin: new Date(now + 86_400_000).toISOString(),
        applicationsConcernees: ['E-COMMERCE'],
      },
    }),
  )
  return () => client.quietly(api => api.DELETE('/api/publique/data/{id}', { params: { path: { id } } }))
}
