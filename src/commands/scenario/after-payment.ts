import type { ScenarioClient } from './client.ts'
import type { Basket, Customer } from './customer.ts'
import type { Payment } from './payment.ts'
import type { Product } from './shop.ts'

/** What becomes of a paid order. */

export async function confirm(client: ScenarioClient, ordreId: string, payment: Payment) {
  const confirmOnce = () =>
    client.call(200, api =>
      api.POST('/api/commandes/{ordreId}/confirmer-paiement', {
        params: { path: { ordreId } },
        body: payment,
      }),
    )
  const once = await confirmOnce()
  const again = await confirmOnce()
  const same = JSON.stringify(again) === JSON.stringify(once)
  client.check(same, 'the same confirmation again gives the same answer')
}

export async function expectSlip(client: ScenarioClient, ordreId: string) {
  const slips = await client.eventually(
    'a delivery slip is written for the order',
    api => api.GET('/api/publique/bordereau', { params: { query: { ordreId, limit: 100 } } }),
    found => 'total' in found && found.total > 0,
  )
  const { data } = 'total' in slips ? slips : { data: slips }
  const complete = data.every(({ articles }) => articles.every(article => article.manquant === 0))
  client.check(complete, 'nothing is missing on it')
}

export async function deliver(client: ScenarioClient, ordreId: string, basket: Basket) {
  await client.call(200, api =>
    api.PATCH('/api/commandes/{ordreId}/statut', {
      params: { path: { ordreId } },
      body: { nouveauStatut: 'LIVREE', trackingNumber: 'DEMO-1' },
    }),
  )
  const points = Math.floor(basket.totalCents / 100)
  await client.eventually(
    `the customer has ${points} points, one for each euro`,
    api => api.GET('/api/auth/me'),
    me => me.pointsFidelite === points,
  )
}

export async function expectHistory(
  client: ScenarioClient,
  ordreId: string,
  { clientId }: Customer,
  product: Product,
) {
  const history = await client.eventually(
    'the purchase is in the history, once',
    api => api.GET('/api/publique/client-buy-history/{clientId}', { params: { path: { clientId } } }),
    ({ meta }) => meta.total === 1,
  )
  const isProduct = history.data[0]?.articleId === String(product.id)
  client.check(isProduct, 'it is the product that was ordered', history.data)
  const order = await client.call(200, api =>
    api.GET('/api/commandes/{ordreId}', { params: { path: { ordreId } } }),
  )
  client.check(order.statut === 'LIVREE', 'the order is delivered', order.statut)
}
