import type { Connection } from 'rabbitmq-client'
import { createSignal } from '../concurrency/signal.ts'
import { withTimeout } from '../concurrency/timeout.ts'
import type { DatabasePool, Tx } from '../database/database.ts'
import { acquireLock } from '../database/locks.ts'
import type { Log } from '../log.ts'
import type { EventKind } from './event.ts'
import { bindingsOf, forgetUnwanted, setWanted } from './store.ts'

export type Copies = ReturnType<typeof createCopies>

/**
 * Copies of events, for whoever wants them besides their consumers. Nothing is copied that nobody wants: over RabbitMQ a copy is
 * a binding of the broker, and in the process it is made as its event is taken in, so a change that announces waits for neither.
 */
export function createCopies(log: Log) {
  const copies = {
    /** Set by the transport of events. */
    apply: async () => {},
    /** Says of which queues copies are wanted on this one, `#` being all, in the transaction that decides it. */
    want: (tx: Tx, { queue }: EventKind, queues: readonly string[]) => setWanted(tx, queue, queues),
    /** Applies committed changes to events announced from now on; logs when the broker is unavailable and retries. */
    inForce: (): Promise<void> =>
      copies.apply().catch(error => log.warn({ err: error }, 'Copies of events are not set up yet')),
  }
  return copies
}

/** The interval at which bindings are declared again, for a broker that lost them or was unavailable. */
const AGAIN_MS = 15_000
/** How long the broker may take: the transaction that keeps other processes from telling it otherwise is open meanwhile. */
const BROKER_MS = 5_000

type Parts = {
  db: DatabasePool
  log: Log
  connection: Connection
  exchange: string
  stopping: AbortSignal
  /** The queues of copies that this process takes from. */
  queues: readonly string[]
}

/** Keeps the bindings of queues of copies as they are wanted (`copies.ts`). */
export function startBindings({ db, log, connection, exchange, stopping, queues }: Parts) {
  const apply = () =>
    db.transaction(async tx => {
      await acquireLock(tx, 'copies')
      const bindings = await bindingsOf(tx, queues)
      if (bindings.length === 0) return
      await withTimeout(BROKER_MS, tell(bindings))
      await forgetUnwanted(tx, queues)
    })

  async function tell(bindings: Awaited<ReturnType<typeof bindingsOf>>) {
    await connection.exchangeDeclare({ exchange, type: 'topic', durable: true })
    for (const queue of new Set(bindings.map(({ copie }) => copie)))
      await connection.queueDeclare({ queue, durable: true })
    for (const { copie: queue, file: routingKey, voulue } of bindings) {
      if (voulue) await connection.queueBind({ exchange, queue, routingKey })
      else await connection.queueUnbind({ exchange, queue, routingKey })
    }
  }

  async function run() {
    const again = createSignal(AGAIN_MS, stopping)
    while (!stopping.aborted) {
      await apply().catch(error => {
        if (!stopping.aborted) log.warn({ err: error }, 'Copies of events are not set up yet')
      })
      await again.wait()
    }
  }

  return { apply, ended: queues.length > 0 ? run() : Promise.resolve() }
}
