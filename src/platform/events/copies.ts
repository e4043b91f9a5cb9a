import type { Connection } from 'rabbitmq-client'
import { createSignal } from '../concurrency/signal.ts'
import { withTimeout } from '../concurrency/timeout.ts'
import type { DatabasePool, Tx } from '../database/database.ts'
import { acquireLock } from '../database/locks.ts'
import type { Log } from '../log.ts'
import type { EventKind } from './event.ts'
import { describeOutage } from './outage.ts'
import { deleteRemovedBindings, listBindings, setWantedCopies } from './store.ts'

export type Copies = ReturnType<typeof createCopies>

/**
 * Copies of events for subscribers, in addition to the events that their consumers receive. Events without subscribers
 * are not copied. With a broker, a binding makes the copy; without one, it is made when its event is consumed.
 * Publishing an event never waits for a copy.
 */
export function createCopies(log: Log) {
  const copies = {
    /** Applies committed changes to future events. Set when the transport of events starts. */
    apply: async () => {},
    /**
     * Sets, in the caller's transaction, the queues whose events are copied to the queue of this kind; `#` stands for
     * all.
     */
    setQueues: (tx: Tx, { queue }: EventKind, queues: readonly string[]) =>
      setWantedCopies(tx, queue, queues),
    /**
     * Applies committed changes to future events. A failure is only logged, because the transport tries again
     * periodically.
     */
    applyOrLog: (): Promise<void> =>
      copies
        .apply()
        .catch(error =>
          log.warn(describeOutage(error), 'The queues for copies of events could not be set up; retrying'),
        ),
  }
  return copies
}

/** The interval at which bindings are declared again, for a broker that lost them or was unavailable. */
const REDECLARE_MS = 15_000
/** The time limit for the broker. The transaction stays open meanwhile, because its lock excludes other processes. */
const BROKER_MS = 5_000

type Parts = {
  db: DatabasePool
  log: Log
  connection: Connection
  exchange: string
  stopping: AbortSignal
  /** The queues of copies that this process consumes. */
  queues: readonly string[]
}

/**
 * Declares the bindings of `queues` on the broker, as the database lists them, and removes those that are no longer
 * wanted: at start, at an interval, and when `apply` is called, which rejects if that fails. Without queues, it does
 * nothing.
 */
export function startBindings({ db, log, connection, exchange, stopping, queues }: Parts) {
  const apply = () =>
    db.transaction(async tx => {
      await acquireLock(tx, 'copies')
      const bindings = await listBindings(tx, queues)
      if (bindings.length === 0) return
      await withTimeout(BROKER_MS, declare(bindings))
      await deleteRemovedBindings(tx, queues)
    })

  async function declare(bindings: Awaited<ReturnType<typeof listBindings>>) {
    await connection.exchangeDeclare({ exchange, type: 'topic', durable: true })
    for (const queue of new Set(bindings.map(({ copie }) => copie)))
      await connection.queueDeclare({ queue, durable: true })
    for (const { copie: queue, file: routingKey, voulue } of bindings) {
      if (voulue) await connection.queueBind({ exchange, queue, routingKey })
      else await connection.queueUnbind({ exchange, queue, routingKey })
    }
  }

  async function run() {
    const redeclaration = createSignal(REDECLARE_MS, stopping)
    while (!stopping.aborted) {
      await apply().catch(error => {
        if (!stopping.aborted)
          log.warn(describeOutage(error), 'The queues for copies of events could not be set up; retrying')
      })
      await redeclaration.wait()
    }
  }

  return { apply, ended: queues.length > 0 ? run() : Promise.resolve() }
}
