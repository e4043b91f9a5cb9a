import { once } from 'node:events'
import type { Channel, Connection } from 'rabbitmq-client'
import { createSignal } from '../concurrency/signal.ts'
import { withTimeout } from '../concurrency/timeout.ts'
import type { Log } from '../log.ts'
import { errorCode } from '../problem.ts'
import type { EventKind } from './event.ts'
import { describeOutage, UNAVAILABLE } from './outage.ts'

type Kind = Pick<EventKind, 'queue' | 'exchange'>

/** The interval at which queues are declared again, for a broker that lost them and for queues that were unusable. */
const REDECLARE_MS = 5_000
/** A healthy broker declares all queues in a fraction of a second. */
const DECLARE_MS = 10_000

/** Errors of a declaration that concern its queue: the broker closes the channel and keeps the connection. */
const REFUSALS = ['PRECONDITION_FAILED', 'ACCESS_REFUSED', 'NOT_FOUND', 'RESOURCE_LOCKED']

/**
 * Returns the exchanges and bindings of a queue. Everything is declared in the simplest form, durable and without
 * arguments, as an external application would declare it. `exchange` is that of all events.
 */
export const topologyOf = (exchange: string, { queue, exchange: direct }: Kind) => ({
  exchanges: [
    { exchange, type: 'topic', durable: true },
    ...(direct ? [{ exchange: direct, type: 'direct', durable: true }] : []),
  ],
  queueBindings: [exchange, ...(direct ? [direct] : [])].map(each => ({
    exchange: each,
    queue,
    routingKey: queue,
  })),
})

export type Queues = ReturnType<typeof createQueues>

type Parts = {
  log: Log
  /** The exchange of all events; the routing key is the queue's name. */
  exchange: string
  kinds: readonly Kind[]
}

/** Declares the queues of these kinds. A queue that exists with other arguments delays its own events only. */
export function createQueues({ log, exchange, kinds }: Parts) {
  const own = new Set(kinds.map(({ queue }) => queue))
  /** Queues that cannot receive events, with the time at which that was found. */
  const unusable = new Map<string, number>()
  let onMissing = () => {}

  function setUnusable(queue: string, message: string, err?: unknown) {
    if (!unusable.has(queue)) log.error({ err, queue }, message)
    unusable.set(queue, performance.now())
  }

  function setUsable(queue: string) {
    if (unusable.delete(queue) && own.has(queue)) log.info({ queue }, 'The queue can receive events again')
  }

  async function declareOne(channel: Channel, kind: Kind) {
    const { exchanges, queueBindings } = topologyOf(exchange, kind)
    await channel.queueDeclare({ queue: kind.queue, durable: true })
    for (const each of exchanges) await channel.exchangeDeclare(each)
    for (const each of queueBindings) await channel.queueBind(each)
  }

  async function declareAll(connection: Connection) {
    let channel = await connection.acquire()
    try {
      for (const kind of kinds)
        try {
          await declareOne(channel, kind)
          setUsable(kind.queue)
        } catch (error) {
          if (!REFUSALS.includes(errorCode(error))) throw error
          setUnusable(
            kind.queue,
            'RabbitMQ refuses to declare the queue; its events wait in the outbox',
            error,
          )
          channel = await connection.acquire()
        }
    } finally {
      await channel.close()
    }
    // Only a process that declares a queue knows its state; others try again.
    const since = performance.now() - REDECLARE_MS
    for (const [queue, found] of unusable) if (!own.has(queue) && found < since) setUsable(queue)
  }

  const declare = (connection: Connection) => withTimeout(DECLARE_MS, declareAll(connection))

  return {
    /** Declares all queues. Rejects if the broker does not answer; a queue that it refuses becomes unusable. */
    declare,
    isUsable: (queue: string) => !unusable.has(queue),
    listUnusable: () => [...unusable.keys()],
    /** Records that the broker returned an event of this queue. The queue is declared again at once. */
    reportReturned(queue: string) {
      setUnusable(
        queue,
        'RabbitMQ returned events, because their queue is not bound; they wait in the outbox',
      )
      onMissing()
    },
    /**
     * Declares the queues at start and at an interval until `stopping`. During an outage the connection reports its
     * first error only, so each attempt uses another one, whose error says why it still fails.
     */
    async watch(connection: Connection, connect: () => Connection, stopping: AbortSignal) {
      const redeclaration = createSignal(REDECLARE_MS, stopping)
      onMissing = redeclaration.notify
      await once(connection, 'connection', { signal: stopping }).catch(redeclaration.wait)
      while (!stopping.aborted) {
        const probe = connection.ready ? undefined : connect()
        try {
          if (probe) await withTimeout(DECLARE_MS, once(probe, 'connection'))
          await declare(probe ?? connection)
        } catch (error) {
          if (!stopping.aborted) log.warn(describeOutage(error), UNAVAILABLE)
        }
        probe?.unsafeDestroy()
        await redeclaration.wait()
      }
    },
    /** Returns 1 for each queue that can receive events and 0 for any other. */
    measure: () => Object.fromEntries([...own].map(queue => [queue, unusable.has(queue) ? 0 : 1])),
  }
}
