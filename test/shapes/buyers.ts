import { pause } from '../support/pause.ts'
import { createShopActions, type Product } from '../support/shopping.ts'
import { KEY } from './up.ts'

export type BuyingResults = { orders: number; refused: string[]; slowestMs: number }

const WITHIN_MS = 30_000

/** Opens a shop with buyers who call through the proxy; failed calls are recorded and not retried. */
export async function openShop(url: string) {
  const bought: BuyingResults = { orders: 0, refused: [], slowestMs: 0 }
  const key = { 'x-api-key': KEY }

  async function call(method: string, path: string, body?: unknown) {
    const start = performance.now()
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { ...key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(WITHIN_MS),
      })
      const text = await response.text()
      if (response.status >= 300) bought.refused.push(`${method} ${path}: ${response.status} ${text}`)
      // `createShopActions` reads only the documented fields of a response.
      return { status: response.status, body: text === '' ? {} : JSON.parse(text), headers: {} } as never
    } catch (error) {
      const cause = (error as Error).cause ?? error
      bought.refused.push(`${method} ${path}: ${cause}`)
      throw error
    } finally {
      bought.slowestMs = Math.max(bought.slowestMs, performance.now() - start)
    }
  }
  const shop = createShopActions({ call }, KEY)
  const store = await shop.store()
  const products: Product[] = []
  for (let i = 0; i < 5; i++) {
    const product = await shop.product({ prixDeVenteCents: 1_000 + 100 * i })
    await shop.stock(store.id, product.id, 1_000_000)
    products.push(product)
  }
  const customers: string[] = []
  for (let i = 0; i < 10; i++) {
    const { body } = (await call('POST', '/api/publique/clients', {
      nom: `Martin ${i}`,
      prenom: 'Zoé',
      adresseMail: `zoe.${i}@example.org`,
    })) as { body: { idClient: string } }
    customers.push(body.idClient)
  }

  /** Makes one purchase: order, payment, confirmation and delivery; only pauses if the order is refused. */
  async function buy(i: number) {
    const product = products[i % products.length]!
    const quantite = 1 + (i % 3)
    const cents = product.prixDeVenteCents
    const { status, body } = await shop.place([{ id: product.id, quantite, prixUnitaireCents: cents }], {
      clientId: customers[i % customers.length],
    })
    if (status !== 201) return pause(200)
    const { response } = await shop.pay(body.ordreId, (quantite * cents) / 100)
    while ((await shop.transactionStatus(response.transactionId)) === 'en_attente') await pause(100)
    await call('POST', `/api/commandes/${body.ordreId}/confirmer-paiement`, {
      transactionId: response.transactionId,
      authorizationId: response.authorizationId,
      amount: ((quantite * cents) / 100).toFixed(2),
    })
    await call('PATCH', `/api/commandes/${body.ordreId}/statut`, { nouveauStatut: 'LIVREE' })
    bought.orders++
  }

  let next = 0
  return {
    bought,
    /** Runs this many concurrent buyers, each with one purchase after another, until `over` returns true. */
    async buyUntil(over: () => boolean, buyers: number) {
      await Promise.all(
        Array.from({ length: buyers }, async () => {
          // A buyer whose call fails abandons the purchase, and begins another after a pause.
          while (!over()) await buy(next++).catch(() => pause(200))
        }),
      )
    },
  }
}
