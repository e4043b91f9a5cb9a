import type { Tx } from '../database/database.ts'
import type { Log } from '../log.ts'
import { setWanted } from './copy-store.ts'
import type { EventKind } from './event.ts'

/**
 * Copies of events, for whoever wants them besides their consumers. Nothing is copied that nobody wants: over RabbitMQ a copy is
 * a binding of the broker, and in the process it is made as its event is taken in, so a change that announces waits for neither.
 */
export type Copies = {
  /** Says of which queues copies are wanted on this one, `#` being all, in the transaction that decides it. */
  want(tx: Tx, on: EventKind, queues: readonly string[]): Promise<void>
  /** What was committed holds for events that are announced from now on; later, and logged, while the broker is away. */
  inForce(): Promise<void>
  /** What carries events puts itself here. */
  apply: () => Promise<void>
}

export function createCopies(log: Log): Copies {
  const copies: Copies = {
    apply: async () => {},
    want: (tx, { queue }, queues) => setWanted(tx, queue, queues),
    inForce: () =>
      copies.apply().catch(error => log.warn({ err: error }, 'Copies of events are not set up yet')),
  }
  return copies
}
