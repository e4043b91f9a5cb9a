import type { Shapes } from '../../../clients/typescript/src/index.ts'
import { readServerTime } from '../http.ts'
import { type ScenarioClient, ScenarioError } from './client.ts'

export type Product = Shapes['ProduitCatalogue']

/**
 * Returns the first result of a search whose stock is tracked, or else the first one. Without `words`, searches for a
 * word of the first product's name.
 */
export async function findProduct(client: ScenarioClient, words?: string): Promise<Product> {
  const search = words ?? (await firstWord(client))
  const { data } = await client.call(200, api =>
    api.GET('/api/products', { params: { query: { search, limit: 3 } } }),
  )
  if (!data[0]) throw new ScenarioError(`No product found for “${search}”`)
  return data.find(({ stockConnu }) => stockConnu) ?? data[0]
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

export type AddedStock = { storeId: number; productId: number; units: number }

/** Adds ten units of a product to the first store. */
export async function addStock(client: ScenarioClient, { id: productId }: Product): Promise<AddedStock> {
  const units = 10
  const stores = await client.call(200, api =>
    api.GET('/api/publique/magasins', { params: { query: { limit: 1 } } }),
  )
  const storeId = Array.isArray(stores) ? undefined : stores.rows[0]?.id
  if (!storeId) throw new ScenarioError('The shop has no stores: import some first')
  await client.call(200, api =>
    api.PATCH('/api/v1/privee/stocks/{storeId}/{productId}', {
      params: { path: { storeId, productId } },
      body: { difference: units },
    }),
  )
  return { storeId, productId, units }
}

/**
 * Returns the number of units for sale in all stores, undefined if no store tracks the product. The catalogue may not know
 * yet: it is notified of stock by events.
 */
export async function countAvailable(
  client: ScenarioClient,
  { id: productId }: Product,
): Promise<number | undefined> {
  const rows = await client.call(200, api =>
    api.GET('/api/publique/reserve/{productId}', { params: { path: { productId } } }),
  )
  return rows.length === 0 ? undefined : rows.reduce((sum, row) => sum + row.quantity, 0)
}

/** Creates a promotion of ten per cent on the product, effective immediately. Returns a function that deletes it. */
export async function startPromotion(
  client: ScenarioClient,
  product: Product,
): Promise<() => Promise<unknown>> {
  const now = (await readServerTime(client.url)).getTime()
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

export type Customer = { email: string; clientId: string }

export async function register(client: ScenarioClient): Promise<Customer> {
  const email = `camille.${crypto.randomUUID().slice(0, 8)}@example.org`
  const { accessToken, clientId } = await client.call(201, api =>
    api.POST('/api/auth/register', {
      body: { email, motDePasse: 'un mot de passe de démonstration', prenom: 'Camille', nom: 'Martin' },
    }),
  )
  client.token = accessToken
  const { data } = await client.call(200, api =>
    api.GET('/api/publique/clients', { params: { query: { email } } }),
  )
  client.check(data[0]?.idClient === clientId, 'loyalty knows the customer by the same identifier', data)
  return { email, clientId }
}

export type Basket = { articles: Shapes['Article'][]; quantity: number; totalCents: number }

/** Prices a basket of two units, and repeats this until the total includes the promotion. */
export async function priceBasket(
  client: ScenarioClient,
  { clientId: idClient }: Customer,
  product: Product,
): Promise<Basket> {
  const quantity = 2
  const articles = [
    { id: String(product.id), quantite: quantity, prixUnitaireCents: product.prixDeVenteCents },
  ]
  const reduced = Math.floor((quantity * product.prixDeVenteCents * 90 + 50) / 100)
  const { totalApresPromo } = await client.eventually(
    'the promotion reduces the total',
    api => api.POST('/api/publique/promotions/calculer-panier', { body: { idClient, articles } }),
    basket => basket.totalApresPromo <= reduced,
  )
  return { articles, quantity, totalCents: totalApresPromo }
}

/** Places the order and returns its identifier. */
export async function placeOrder(
  client: ScenarioClient,
  { clientId, email }: Customer,
  { articles, totalCents }: Basket,
): Promise<string> {
  const order = await client.call(201, api =>
    api.POST('/api/commandes', {
      params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
      body: {
        clientId,
        articles,
        montantTotalCents: totalCents,
        adresseLivraison: { rue: '12 rue des Halles', codePostal: '59000', ville: 'Lille' },
        clientInfo: { prenom: 'Camille', nom: 'Martin', email },
      },
    }),
  )
  client.check(order.statut === 'EN_ATTENTE', 'the order awaits payment', order)
  return order.ordreId
}
