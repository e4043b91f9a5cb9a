import type { Static, TSchema } from 'typebox'
import type { Clock } from '../clock.ts'
import type { Tx } from '../database/database.ts'
import { currentRequestId, currentSpan, newRequestId } from '../trace.ts'
import type { EventKind } from './event.ts'
import { insertEvent, insertEvents } from './store.ts'

/** An event to publish, with the request id and trace of the work that created it. */
export type Announcement = {
  queue: string
  body: unknown
  requestId: string
  traceparent?: string | undefined
}

export const createAnnouncement = <Schema extends TSchema>(
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
    /**
     * Called after events have been committed, with their queues; without queues, events of any queue may be pending.
     */
    onPublished: (_queues?: readonly string[]): void => {},
    /** Publishes an event in the transaction of the change, so that either both are committed or neither is. */
    publish<Schema extends TSchema>(tx: Tx, kind: EventKind<Schema>, body: Static<Schema>) {
      tx.afterCommit(() => outbox.onPublished([kind.queue]))
      return insertEvent(tx, { ...createAnnouncement(kind, body), id: newRequestId() }, clock.now())
    },
    /** Publishes several events in one statement. */
    async publishAll(tx: Tx, events: readonly Announcement[]) {
      if (events.length === 0) return
      tx.afterCommit(() => outbox.onPublished(events.map(({ queue }) => queue)))
      const messages = events.map(event => ({ ...event, id: newRequestId() }))
      await insertEvents(tx, messages, clock.now())
    },
  }
  return outbox
}
