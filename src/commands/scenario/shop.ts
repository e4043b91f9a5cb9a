import { timeOf } from '../server-time.ts'
import { type ScenarioClient, ScenarioError } from './client.ts'

/** What the shop and its staff do, so that there is something to buy. */

export type Product = { id: number; nom: string; prixDeVenteCents: number }

/** The first product that a search finds; without words, for a word of the first product's name. */
export async function findProduct(client: ScenarioClient, words?: string): Promise<Product> {
  const search = words ?? (await firstWord(client))
  const path = `/api/products?search=${encodeURIComponent(search)}&limit=3`
  const { data } = await client.call<{ data: Product[] }>(200, 'GET', path)
  if (!data[0]) throw new ScenarioError(`No product is found for « ${search} »`)
  return data[0]
}

async function firstWord({ server }: ScenarioClient): Promise<string> {
  const { body } = await server.call<{ data: Product[] }>('GET', '/api/products?limit=1')
  const word = body.data[0]?.nom.split(/[^\p{L}\p{N}]+/u).find(part => part.length > 3)
  if (!word)
    throw new ScenarioError(
      'The shop has no products: import some, or load the sample shop with comptoir seed',
    )
  return word
}

export async function putInStock(client: ScenarioClient, product: Product) {
  const { rows } = await client.call<{ rows: { id: number }[] }>(200, 'GET', '/api/publique/magasins?limit=1')
  if (!rows[0]) throw new ScenarioError('The shop has no store: import some first')
  await client.call(200, 'PATCH', `/api/v1/privee/stocks/${rows[0].id}/${product.id}`, { difference: 10 })
}

/** How many can be sold, over all stores. */
export async function available(client: ScenarioClient, product: Product): Promise<number> {
  const rows = await client.call<{ quantity: number }[]>(200, 'GET', `/api/publique/reserve/${product.id}`)
  return rows.reduce((sum, row) => sum + row.quantity, 0)
}

/** Ten per cent off the product, from now on. Gives what ends it. */
export async function startPromotion(
  client: ScenarioClient,
  product: Product,
): Promise<() => Promise<unknown>> {
  const now = (await timeOf(client.server)).getTime()
  const { id } = await client.call<{ id: number }>(201, 'POST', '/api/publique/data', {
    categoriePromotion: 'PRODUIT',
    typePromotion: 'POURCENTAGE',
    idProduit: [String(product.id)],
    valeurPromotion: 10,
    uniteValeur: 'PERCENT',
    description: 'Démonstration : 10 % de moins',
    dateDebut: new Date(now - 60_000).toISOString(),
    dateFin: new Date(now + 86_400_000).toISOString(),
    applicationsConcernees: ['E-COMMERCE'],
  })
  return () => client.server.call('DELETE', `/api/publique/data/${id}`)
}
