import { createHash } from 'node:crypto'
import type { Tx } from '../platform/database/database.ts'
import { Problem } from '../platform/http/problem.ts'
import type { Purchases } from './context.ts'
import type { OrderHistory, PurchaseRecorded } from './events.ts'
import { momentOf } from './moment.ts'
import { type Client, clientOfLoyalty, clientOfOrder } from './peers.ts'
import type { NewPurchase } from './schemas.ts'
import { insertPurchases, recordOrder, recordRequest } from './store.ts'

/** What must be known before the transaction: whose purchase it is, and when. */
export type Prepared = { client: Client; purchaseDate: Date }

function moment(text: string, field: string): Date {
  const found = momentOf(text)
  if (!found) throw new Problem(400, `${field} must be an ISO 8601 date`)
  return found
}

function known(client: Client | undefined, ref: string | number): Client {
  if (!client) throw new Problem(404, `Client with id ${ref} not found`)
  return client
}

/** Two messages are the same when these agree, however they were written. */
export const fingerprintOf = ({ data }: PurchaseRecorded) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        String(data.clientId),
        momentOf(data.purchaseDate)?.toISOString(),
        data.purchases.map(item => [
          item.articleId,
          item.articleName,
          item.unitPrice,
          item.quantity,
          item.category ?? null,
        ]),
      ]),
    )
    .digest('base64url')

export async function preparePurchase({ peers }: Purchases, message: PurchaseRecorded): Promise<Prepared> {
  const { clientId, purchaseDate } = message.data
  moment(message.timestamp, 'timestamp')
  const at = moment(purchaseDate, 'data/purchaseDate')
  return {
    client: known(await clientOfLoyalty(peers.loyalty, String(clientId)), clientId),
    purchaseDate: at,
  }
}

/** The same requestId with the same data is recorded once; with other data it is recorded, and a warning logged. */
export async function recordPurchase(
  tx: Tx,
  { clock, log }: Purchases,
  message: PurchaseRecorded,
  { client, purchaseDate }: Prepared,
) {
  const now = clock.now()
  const { requestId, data } = message
  const seen = await recordRequest(tx, requestId.toLowerCase(), fingerprintOf(message), now)
  if (seen === 'same') return
  if (seen === 'other') log.warn({ requestId }, 'A requestId came again with other data; both are recorded')
  await insertPurchases(tx, { clientId: client.id, purchaseDate, items: data.purchases, now })
}

export async function prepareOrder({ peers }: Purchases, order: OrderHistory): Promise<Prepared> {
  const purchaseDate = moment(order.purchaseDate, 'purchaseDate')
  return { client: known(await clientOfOrder(peers, order.clientId), order.clientId), purchaseDate }
}

/** A purchase written by hand: its rows. 404 when there is no such customer. */
export async function writePurchase({ db, clock, peers }: Purchases, { clientId, ...rest }: NewPurchase) {
  const purchaseDate = moment(rest.purchaseDate, 'body/purchaseDate')
  const client = known(await clientOfLoyalty(peers.loyalty, String(clientId)), clientId)
  return db.transaction(tx =>
    insertPurchases(tx, { clientId: client.id, purchaseDate, items: rest.purchases, now: clock.now() }),
  )
}

/** The articles of an order, once an order. */
export async function recordOrderHistory(
  tx: Tx,
  { clock }: Purchases,
  order: OrderHistory,
  { client, purchaseDate }: Prepared,
) {
  const now = clock.now()
  if (await recordOrder(tx, order.ordreId, now))
    await insertPurchases(tx, { clientId: client.id, purchaseDate, items: order.articles, now })
}
