import type { Static, TSchema } from 'typebox'
import type { Clock } from '../clock.ts'
import type { Tx } from '../database/database.ts'
import { currentRequestId, currentSpan, newRequestId } from '../trace.ts'
import type { EventKind } from './event.ts'
import { insertEvent, insertEvents } from './store.ts'

/** An event that `announce` has put together, under the id and in the trace of the request at work then. */
export type Announcement = {
  queue: string
  body: unknown
  requestId: string
  traceparent?: string | undefined
}

export const announce = <Schema extends TSchema>(
  { queue }: EventKind<Schema>,
  body: Static<Schema>,
): Announcement => ({
  queue,
  body,
  requestId: currentRequestId() ?? newRequestId(),
  traceparent: currentSpan()?.traceparent,
})

export type Outbox = ReturnType<typeof createOutbox>

export function createOutbox(clock: Clock) {
  const outbox = {
    /** Called with their queues when events have been committed and may be sent; without any when they may be of all. */
    onPublished: (_queues?: readonly string[]): void => {},
    /** Announces a change in the transaction that makes it: both are kept or neither. */
    publish<Schema extends TSchema>(tx: Tx, kind: EventKind<Schema>, body: Static<Schema>) {
      tx.afterCommit(() => outbox.onPublished([kind.queue]))
      return insertEvent(tx, { ...announce(kind, body), id: newRequestId() }, clock.now())
    },
    /** The same for several, in one statement. */
    async publishAll(tx: Tx, events: readonly Announcement[]) {
      if (events.length === 0) return
      tx.afterCommit(() => outbox.onPublished(events.map(({ queue }) => queue)))
      const messages = events.map(event => ({ ...event, id: newRequestId() }))
      await insertEvents(tx, messages, clock.now())
    },
  }
  return outbox
}
