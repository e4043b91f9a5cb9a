import type { AddedStock, Basket, Customer } from './before-payment.ts'
import type { ScenarioClient } from './client.ts'

/** The records that a scenario has created so far. */
export type Created = {
  customer?: Customer
  stock?: AddedStock
  order?: Pick<Basket, 'articles'> & { ordreId: string }
}

/**
 * Returns or cancels the order, which refunds its payment, removes the added stock and erases the customer. The order
 * remains without personal data. Throws a ScenarioError if a step fails.
 */
export async function cleanUp(client: ScenarioClient, { customer, stock, order }: Created) {
  if (order) await undoOrder(client, order)
  if (stock) {
    const { storeId, productId, units } = stock
    await client.eventually(
      'the added stock is removed',
      api =>
        api.PATCH('/api/v1/privee/stocks/{storeId}/{productId}', {
          params: { path: { storeId, productId } },
          body: { difference: -units },
        }),
      () => true,
    )
  }
  if (customer)
    await client.eventually(
      'the customer is erased',
      api =>
        api.POST('/api/v1/privee/clients/{id}/effacements', { params: { path: { id: customer.clientId } } }),
      ({ statut }) => statut === 'termine',
    )
}

async function undoOrder(client: ScenarioClient, { ordreId, articles }: NonNullable<Created['order']>) {
  const params = { path: { ordreId } }
  const { statut } = await client.call(200, api => api.GET('/api/commandes/{ordreId}', { params }))
  if (statut === 'LIVREE')
    await client.call(201, api =>
      api.POST('/api/v1/privee/retours', {
        body: {
          ordreId,
          articles: articles.map(({ id, quantite }) => ({ id, quantite })),
          motif: 'Démonstration',
          remisEnStock: true,
        },
      }),
    )
  else if (statut !== 'ANNULEE')
    await client.call(200, api =>
      api.POST('/api/v1/publique/commandes/{ordreId}/annulation', { params, body: {} }),
    )
}
