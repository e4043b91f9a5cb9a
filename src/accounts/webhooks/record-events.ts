import { createHash } from 'node:crypto'
import type { Database, Tx } from '../../platform/database/database.ts'
import { batchConsumer, defineCopyQueue, type EventCopy } from '../../platform/events/event.ts'
import type { GaugeDefinition } from '../../platform/metrics/metrics.ts'
import type { Accounts } from '../context.ts'
import { insertDeliveries, lockReceivers, type RoutedEvent } from './store/deliveries.ts'
import { countWaiting } from './store/sending.ts'
import { countSuspended } from './store/webhooks.ts'

/** The queue that receives copies of the events that webhooks request. */
export const webhookCopies = defineCopyQueue('comptoir.webhooks')

/** Returns the payload of an event in the form that the Standard Webhooks specification recommends. */
export const serializePayload = (type: string, at: string, data: unknown) =>
  JSON.stringify({ type, timestamp: new Date(at).toISOString(), data })

/**
 * Our message ids are UUIDs. Ids of external senders are arbitrary, so unsafe ones are hashed: receivers get the id in a
 * header, and the signed text separates it from the time by a full stop.
 */
const messageIdOf = ({ id, type }: EventCopy) =>
  /^[\w-]{16,64}$/.test(id) ? id : createHash('sha256').update(`${type} ${id}`).digest('base64url')

/** Stores events with a delivery for each receiver. Unannounced events and events without a receiver are dropped. */
async function recordEvents(tx: Tx, { announced, clock, webhooks }: Accounts, events: readonly EventCopy[]) {
  const all = await lockReceivers(tx)
  const routed = events.flatMap((event): RoutedEvent[] => {
    const { type, le, donnees } = event
    if (!announced.includes(type)) return []
    const webhookIds = all.filter(({ types }) => types?.includes(type) ?? true).map(({ id }) => id)
    if (webhookIds.length === 0) return []
    return [{ messageId: messageIdOf(event), type, corps: serializePayload(type, le, donnees), webhookIds }]
  })
  if (routed.length === 0) return
  const now = clock.now()
  await insertDeliveries(tx, routed, { now, real: clock.toReal(now) })
  tx.afterCommit(() => webhooks.wake())
}

/** The consumer is idempotent, because events are unique by message id. */
export const createWebhookConsumer = (accounts: Accounts) =>
  batchConsumer(webhookCopies, {
    size: 100,
    idempotent: true,
    handle: (tx, messages) =>
      recordEvents(
        tx,
        accounts,
        messages.map(({ body }) => body),
      ),
  })

export const createWebhookGauges = (db: Database): GaugeDefinition[] => [
  {
    name: 'comptoir_webhook_deliveries_waiting',
    help: 'Pending webhook deliveries',
    value: () => countWaiting(db),
  },
  {
    name: 'comptoir_webhooks_suspended',
    help: 'Webhooks suspended after failed deliveries',
    value: () => countSuspended(db),
  },
]
