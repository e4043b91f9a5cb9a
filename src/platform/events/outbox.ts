import type { Static, TSchema } from 'typebox'
import type { Clock } from '../clock.ts'
import type { Tx } from '../database/database.ts'
import { currentRequestId, newRequestId } from '../trace.ts'
import type { EventKind } from './event.ts'
import { insertEvent } from './store.ts'

export type Outbox = {
  /** Announces a change in the transaction that makes it: both are kept or neither. */
  publish<Schema extends TSchema>(tx: Tx, kind: EventKind<Schema>, body: Static<Schema>): Promise<unknown>
  /** Called when events have been committed and may be sent. */
  onPublished: () => void
}

export function createOutbox(clock: Clock): Outbox {
  const outbox: Outbox = {
    onPublished: () => {},
    publish(tx, { queue }, body) {
      tx.afterCommit(() => outbox.onPublished())
      return insertEvent(
        tx,
        { id: newRequestId(), queue, requestId: currentRequestId() ?? newRequestId(), body },
        clock.now(),
      )
    },
  }
  return outbox
}
