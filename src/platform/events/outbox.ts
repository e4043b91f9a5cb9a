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

export type Outbox = {
  /** Announces a change in the transaction that makes it: both are kept or neither. */
  publish<Schema extends TSchema>(tx: Tx, kind: EventKind<Schema>, body: Static<Schema>): Promise<unknown>
  /** The same for several, in one statement. */
  publishAll(tx: Tx, events: readonly Announcement[]): Promise<unknown>
  /** Called with their queues when events have been committed and may be sent; without any when they may be of all. */
  onPublished: (queues?: readonly string[]) => void
}

export function createOutbox(clock: Clock): Outbox {
  const outbox: Outbox = {
    onPublished: () => {},
    publish(tx, kind, body) {
      tx.afterCommit(() => outbox.onPublished([kind.queue]))
      return insertEvent(tx, { ...announce(kind, body), id: newRequestId() }, clock.now())
    },
    async publishAll(tx, events) {
      if (events.length === 0) return
      tx.afterCommit(() => outbox.onPublished(events.map(({ queue }) => queue)))
      await insertEvents(
        tx,
        events.map(event => ({ ...event, id: newRequestId() })),
        clock.now(),
      )
    },
  }
  return outbox
}
