import { createHash } from 'node:crypto'
import Type, { type Static } from 'typebox'
import type { Tx } from '../../platform/database/database.ts'
import { eventKind, type PreparedMessage } from '../../platform/events/event.ts'
import { parseMoment } from '../../platform/moment.ts'
import { findLoyaltyClients, type PurchasesPlatform } from '../peers.ts'
import { checkTotals, clientRef, Item } from '../schemas.ts'
import { insertPurchases } from '../store.ts'
import { type PreparedPurchase, requireClient } from './record-orders.ts'
import { recordRequests } from './store.ts'

/** A purchase at a till or in another shop, sent by an external application through a separate exchange. */
export const purchaseRecorded = eventKind(
  'fidelite.historique-achat',
  Type.Object({
    action: Type.Literal('create'),
    timestamp: Type.String(),
    requestId: Type.String({ format: 'uuid' }),
    data: Type.Object({
      clientId: Type.Union([Type.String(clientRef), Type.Integer({ minimum: 1 })]),
      purchaseDate: Type.String(),
      purchases: Type.Array(Item, { minItems: 1 }),
    }),
  }),
  'fidelite.historique-achat.exchange',
)
type PurchaseRecorded = Static<typeof purchaseRecorded.schema>

/** Messages with the same requestId and fingerprint are duplicates, however their JSON is written. */
const fingerprintOf = ({ data }: PurchaseRecorded, purchaseDate: Date) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        String(data.clientId),
        purchaseDate.toISOString(),
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
    .slice(0, 22)

const plainId = (requestId: string) => requestId.toLowerCase().replace('urn:uuid:', '')

/**
 * Returns, for each purchase, a promise of its customer and date, rejected with a 4xx if it is invalid. Loyalty is
 * queried for many customers per call. Throws 503 while it is unavailable.
 */
export async function preparePurchases({ peers }: PurchasesPlatform, messages: readonly PurchaseRecorded[]) {
  const refs = messages.map(({ data }) => String(data.clientId))
  const clients = await findLoyaltyClients(peers, refs)
  return messages.map(
    async ({ timestamp, data: { clientId, purchaseDate, purchases } }): Promise<PreparedPurchase> => {
      checkTotals(purchases, 'data/purchases')
      parseMoment(timestamp, 'timestamp')
      return {
        purchaseDate: parseMoment(purchaseDate, 'data/purchaseDate'),
        client: requireClient(clients.get(String(clientId)), clientId),
      }
    },
  )
}

/**
 * Records purchases once per requestId and data. Different data under a known requestId are recorded too, with a
 * logged warning.
 */
export async function recordPurchases(
  tx: Tx,
  { clock, log }: PurchasesPlatform,
  messages: readonly PreparedMessage<PurchaseRecorded, PreparedPurchase>[],
) {
  const now = clock.now()
  const purchases = messages.map(({ body, prepared }) => ({
    ...prepared,
    items: body.data.purchases,
    requestId: plainId(body.requestId),
    fingerprint: fingerprintOf(body, prepared.purchaseDate),
  }))
  const recorded = await recordRequests(tx, purchases, now)
  const fresh = purchases.filter(recorded.isNew)
  for (const requestId of recorded.withOtherData)
    tx.afterCommit(() =>
      log.warn({ requestId }, 'A requestId was reused with different data; both purchases are recorded'),
    )
  await insertPurchases(tx, fresh, now)
}
