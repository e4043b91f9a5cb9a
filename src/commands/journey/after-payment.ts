import type { Basket, Customer } from './customer.ts'
import type { Payment } from './payment.ts'
import type { Product } from './shop.ts'
import type { Traveller } from './traveller.ts'

/** What becomes of a paid order. */

export async function confirm(traveller: Traveller, ordreId: string, payment: Payment) {
  const path = `/api/commandes/${ordreId}/confirmer-paiement`
  const once = await traveller.call(200, 'POST', path, payment)
  const again = await traveller.call(200, 'POST', path, payment)
  const same = JSON.stringify(again) === JSON.stringify(once)
  traveller.check(same, 'the same confirmation again gives the same answer')
}

export async function expectSlip(traveller: Traveller, ordreId: string) {
  type Slip = { articles: { manquant: number }[] }
  const slips = await traveller.eventually<Slip[]>(
    'a delivery slip is written for the order',
    found => found.length > 0,
    'GET',
    `/api/publique/bordereau?ordreId=${ordreId}`,
  )
  traveller.check(slips.length === 1, 'it is the only one', slips)
  const complete = slips[0]!.articles.every(article => article.manquant === 0)
  traveller.check(complete, 'nothing is missing on it')
}

export async function deliver(traveller: Traveller, ordreId: string, customer: Customer, basket: Basket) {
  const change = { nouveauStatut: 'LIVREE', trackingNumber: 'DEMO-1' }
  await traveller.call(200, 'PATCH', `/api/commandes/${ordreId}/statut`, change)
  const points = Math.floor(basket.totalCents / 100)
  await traveller.eventually<{ pointsFidelite: number }>(
    `the customer has ${points} points, one for each euro`,
    me => me.pointsFidelite === points,
    'GET',
    '/api/auth/me',
    undefined,
    customer.bearer,
  )
}

export async function expectHistory(
  traveller: Traveller,
  ordreId: string,
  customer: Customer,
  product: Product,
) {
  const history = await traveller.eventually<{ data: { articleId: string }[]; meta: { total: number } }>(
    'the purchase is in the history, once',
    ({ meta }) => meta.total === 1,
    'GET',
    `/api/publique/client-buy-history/${customer.clientId}`,
    undefined,
    customer.bearer,
  )
  const isProduct = history.data[0]!.articleId === String(product.id)
  traveller.check(isProduct, 'it is the product that was ordered', history.data)
  const path = `/api/commandes/${ordreId}`
  const order = await traveller.call<{ statut: string }>(200, 'GET', path, undefined, customer.bearer)
  traveller.check(order.statut === 'LIVREE', 'the order is delivered', order.statut)
}
