import { GUEST_PREFIX, type OrderConfirmed, type PurchaseRefunded } from '../../orders/contract.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PreparedMessage } from '../../platform/events/event.ts'
import { parseMoment } from '../../platform/moment.ts'
import { Problem } from '../../platform/problem.ts'
import { type Client, findClientsOfOrders, type PurchasesPlatform } from '../peers.ts'
import { checkTotals } from '../schemas.ts'
import { deletePurchasesOf, insertPurchases } from '../store.ts'
import { insertOrders, recordRefund } from './store.ts'

/** The customer and the date of a purchase to record. */
export type PreparedPurchase = { client: Client; purchaseDate: Date }

/** Returns the customer. Throws 404 if it is undefined. */
export function requireClient(client: Client | undefined, ref: string | number): Client {
  if (!client) throw new Problem(404, 'client-inconnu', `Client with id ${ref} not found`)
  return client
}

/** Guests have no history, so their orders are skipped. */
const isGuests = ({ clientId }: OrderConfirmed) => clientId.startsWith(GUEST_PREFIX)

/**
 * Returns, for each order, a promise of its customer and date: undefined for a guest's order, rejected with a 4xx for
 * an invalid one. Loyalty is queried for the whole batch, and accounts for each account id and each identifier that
 * loyalty does not know. Throws 503 while one of them is unavailable.
 */
export async function prepareOrders({ peers }: PurchasesPlatform, orders: readonly OrderConfirmed[]) {
  const refs = orders.filter(order => !isGuests(order)).map(({ clientId }) => clientId)
  const clients = await findClientsOfOrders(peers, refs)
  return orders.map(async (order): Promise<PreparedPurchase | undefined> => {
    if (isGuests(order)) return undefined
    const { clientId, purchaseDate, articles } = order
    checkTotals(articles, 'articles')
    return {
      purchaseDate: parseMoment(purchaseDate, 'purchaseDate'),
      client: requireClient(clients.get(clientId), clientId),
    }
  })
}

/** Records the articles of the orders that were neither recorded nor refunded before. */
export async function recordOrders(
  tx: Tx,
  { clock }: PurchasesPlatform,
  given: readonly PreparedMessage<OrderConfirmed, PreparedPurchase | undefined>[],
) {
  const now = clock.now()
  const orders = given.flatMap(({ body: { ordreId, clientId, articles }, prepared }) =>
    prepared ? [{ ...prepared, ordreId, acheteur: clientId, items: articles }] : [],
  )
  const marked = await insertOrders(tx, orders, now)
  // A second message of the same order in a batch is dropped.
  const fresh = orders.filter(({ ordreId }) => marked.delete(ordreId))
  await insertPurchases(tx, fresh, now)
}

/**
 * Removes a fully refunded order from the history, or prevents its recording if the message of the order arrives later.
 */
export async function removeOrder(tx: Tx, { clock }: PurchasesPlatform, { ordreId }: PurchaseRefunded) {
  const now = clock.now()
  const order = await recordRefund(tx, ordreId, now)
  if (order && order.clientId !== null) await deletePurchasesOf(tx, order, now)
}
