import { randomUUID } from 'node:crypto'
import type { Tx } from '../../platform/database/database.ts'
import { parseMoment } from '../../platform/moment.ts'
import { Problem } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { TEST_EVENT_TYPE } from '../webhook.ts'
import { unknownWebhook } from './change-webhooks.ts'
import { serializePayload } from './record-events.ts'
import type { Redelivery } from './schemas.ts'
import {
  findDelivery,
  getDeliveryByMessage,
  insertDeliveries,
  scheduleFailedRedeliveries,
  scheduleRedelivery,
} from './store/deliveries.ts'
import { lockAndCheckActive } from './store/webhooks.ts'

/** A second request for the same delivery within this time counts as a duplicate and is refused. */
const DUPLICATE_MS = 10_000
/** The maximum number of deliveries in one request, which limits the duration of its statement. */
const MAX_REDELIVERIES = 10_000

/**
 * Runs `work` for an active webhook and wakes the sender after the commit. Throws 404 for an unknown webhook, 409 for an
 * inactive one.
 */
const withActiveWebhook = <T>(
  { db, webhooks }: Accounts,
  id: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  db.transaction(async tx => {
    const active = await lockAndCheckActive(tx, id)
    if (active === undefined) throw unknownWebhook(id)
    if (!active)
      throw new Problem(409, 'webhook-suspendu', `Webhook ${id} is paused; set actif to true first`)
    tx.afterCommit(() => webhooks.wake())
    return work(tx)
  })

/**
 * Schedules one delivery again, delivered or not, or all that were created since a time and given up, at most 10,000.
 * Returns their number. Throws 400 unless the request names exactly one of the two, 404 for an unknown webhook or
 * delivery, and 409 for an inactive webhook, or for a delivery that is due, being sent or rescheduled seconds ago.
 */
export async function redeliver(accounts: Accounts, webhookId: number, { livraisonId, depuis }: Redelivery) {
  const { clock } = accounts
  const since = depuis === undefined ? undefined : parseMoment(depuis, 'body/depuis')
  const real = clock.real()
  if (livraisonId !== undefined && since === undefined)
    return withActiveWebhook(accounts, webhookId, tx => redeliverOne(tx, webhookId, livraisonId, real))
  if (livraisonId === undefined && since !== undefined)
    return withActiveWebhook(accounts, webhookId, async tx => ({
      nombre: await scheduleFailedRedeliveries(tx, webhookId, since, real, MAX_REDELIVERIES),
    }))
  throw new Problem(400, 'requete-invalide', 'Specify either livraisonId or depuis')
}

async function redeliverOne(tx: Tx, webhookId: number, id: number, real: Date) {
  if (!(await findDelivery(tx, webhookId, id)))
    throw new Problem(404, 'livraison-inconnue', `Webhook ${webhookId} has no delivery ${id}`)
  if (!(await scheduleRedelivery(tx, id, real, new Date(real.getTime() - DUPLICATE_MS))))
    throw new Problem(409, 'livraison-en-cours', `Delivery ${id} is being sent, or was just sent again`)
  return { nombre: 1 }
}

/** Schedules a test message and returns its delivery. Throws 404 for an unknown webhook, 409 for an inactive one. */
export function scheduleTestMessage(accounts: Accounts, webhookId: number) {
  const now = accounts.clock.now()
  const event = {
    ...{ messageId: randomUUID(), type: TEST_EVENT_TYPE, webhookIds: [webhookId] },
    corps: serializePayload(TEST_EVENT_TYPE, now.toISOString(), { webhookId }),
  }
  return withActiveWebhook(accounts, webhookId, async tx => {
    await insertDeliveries(tx, [event], { now, real: accounts.clock.toReal(now) })
    return getDeliveryByMessage(tx, webhookId, event.messageId)
  })
}
