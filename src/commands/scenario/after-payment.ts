import type { ScenarioClient } from './client.ts'
import type { Basket, Customer } from './customer.ts'
import type { Payment } from './payment.ts'
import type { Product } from './shop.ts'

/** What becomes of a paid order. */

export async function confirm(client: ScenarioClient, ordreId: string, payment: Payment) {
  const path = `/api/commandes/${ordreId}/confirmer-paiement`
  const once = await client.call(200, 'POST', path, payment)
  const again = await client.call(200, 'POST', path, payment)
  const same = JSON.stringify(again) === JSON.stringify(once)
  client.check(same, 'the same confirmation again gives the same answer')
}

export async function expectSlip(client: ScenarioClient, ordreId: string) {
  type Slip = { articles: { manquant: number }[] }
  const slips = await client.eventually<Slip[]>(
    'a delivery slip is written for the order',
    found => found.length > 0,
    'GET',
    `/api/publique/bordereau?ordreId=${ordreId}`,
  )
  client.check(slips.length === 1, 'it is the only one', slips)
  const complete = slips.every(({ articles }) => articles.every(({ manquant }) => manquant === 0))
  client.check(complete, 'nothing is missing on it')
}

export async function deliver(client: ScenarioClient, ordreId: string, customer: Customer, basket: Basket) {
  const change = { nouveauStatut: 'LIVREE', trackingNumber: 'DEMO-1' }
  await client.call(200, 'PATCH', `/api/commandes/${ordreId}/statut`, change)
  const points = Math.floor(basket.totalCents / 100)
  await client.eventually<{ pointsFidelite: number }>(
    `the customer has ${points} points, one for each euro`,
    me => me.pointsFidelite === points,
    'GET',
    '/api/auth/me',
    undefined,
    customer.bearer,
  )
}

export async function expectHistory(
  client: ScenarioClient,
  ordreId: string,
  customer: Customer,
  product: Product,
) {
  const history = await client.eventually<{ data: { articleId: string }[]; meta: { total: number } }>(
    'the purchase is in the history, once',
    ({ meta }) => meta.total === 1,
    'GET',
    `/api/publique/client-buy-history/${customer.clientId}`,
    undefined,
    customer.bearer,
  )
  const isProduct = history.data[0]?.articleId === String(product.id)
  client.check(isProduct, 'it is the product that was ordered', history.data)
  const path = `/api/commandes/${ordreId}`
  const order = await client.call<{ statut: string }>(200, 'GET', path, undefined, customer.bearer)
  client.check(order.statut === 'LIVREE', 'the order is delivered', order.statut)
}
