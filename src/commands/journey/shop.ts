import { timeOf } from '../server-time.ts'
import { JourneyError, type Traveller } from './traveller.ts'

/** What the shop and its staff do, so that there is something to buy. */

export type Product = { id: number; nom: string; prixDeVenteCents: number }

/** The first product that a search finds; without words, for a word of the first product's name. */
export async function findProduct(traveller: Traveller, words?: string): Promise<Product> {
  const search = words ?? (await firstWord(traveller))
  const path = `/api/products?search=${encodeURIComponent(search)}&limit=3`
  const { data } = await traveller.call<{ data: Product[] }>(200, 'GET', path)
  if (!data[0]) throw new JourneyError(`No product is found for « ${search} »`)
  return data[0]
}

async function firstWord({ server }: Traveller): Promise<string> {
  const { body } = await server.call<{ data: Product[] }>('GET', '/api/products?limit=1')
  const word = body.data[0]?.nom.split(/[^\p{L}\p{N}]+/u).find(part => part.length > 3)
  if (!word)
    throw new JourneyError(
      'The shop has no products: import some, or load the sample shop with comptoir seed',
    )
  return word
}

export async function putInStock(traveller: Traveller, product: Product) {
  const { rows } = await traveller.call<{ rows: { id: number }[] }>(
    200,
    'GET',
    '/api/publique/magasins?limit=1',
  )
  if (!rows[0]) throw new JourneyError('The shop has no store: import some first')
  await traveller.call(200, 'PATCH', `/api/v1/privee/stocks/${rows[0].id}/${product.id}`, { difference: 10 })
}

/** How many can be sold, over all stores. */
export async function available(traveller: Traveller, product: Product): Promise<number> {
  const rows = await traveller.call<{ quantity: number }[]>(200, 'GET', `/api/publique/reserve/${product.id}`)
  return rows.reduce((sum, row) => sum + row.quantity, 0)
}

/** Ten per cent off the product, from now on. Gives what ends it. */
export async function startPromotion(
  traveller: Traveller,
  product: Product,
): Promise<() => Promise<unknown>> {
  const now = (await timeOf(traveller.server)).getTime()
  const { id } = await traveller.call<{ id: number }>(201, 'POST', '/api/publique/data', {
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
  return () => traveller.server.call('DELETE', `/api/publique/data/${id}`)
}
