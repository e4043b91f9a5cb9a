import { createHash } from 'node:crypto'
import type { Tx } from '../../platform/database/database.ts'
import { copiesOn, type EventCopy } from '../../platform/events/event.ts'
import type { Accounts } from '../context.ts'
import { insertDeliveries, type Noted, receivers } from './store/deliveries.ts'

/** The queue on which events come that some webhook wants. */
export const webhookCopies = copiesOn('comptoir.webhooks')

/** What is sent of an event: the payload that the Standard Webhooks specification recommends. */
export const bodyOf = (type: string, at: string, data: unknown) =>
  JSON.stringify({ type, timestamp: new Date(at).toISOString(), data })

/** Ours are UUIDs. Others may name their messages as they like, but a receiver gets it in a header, and a full stop ends it there. */
const nameOf = ({ id, type }: EventCopy) =>
  /^[\w-]{16,64}$/.test(id) ? id : createHash('sha256').update(`${type} ${id}`).digest('base64url')

/** Notes events with those who are to get them. Of what nobody wants (any more) nothing is kept. */
export async function noteEvents(
  tx: Tx,
  { announced, clock, webhooks }: Accounts,
  events: readonly EventCopy[],
) {
  const all = await receivers(tx)
  const noted = events.flatMap((event): Noted[] => {
    const { type, le, donnees } = event
    if (!announced.includes(type)) return []
    const webhookIds = all.filter(({ types }) => types?.includes(type) ?? true).map(({ id }) => id)
    if (webhookIds.length === 0) return []
    return [{ messageId: nameOf(event), type, corps: bodyOf(type, le, donnees), webhookIds }]
  })
  if (noted.length === 0) return
  const now = clock.now()
  await insertDeliveries(tx, noted, { now, real: clock.toReal(now) })
  tx.afterCommit(() => webhooks.wake())
}
