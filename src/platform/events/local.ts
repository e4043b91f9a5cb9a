import { createSignal, type Signal } from '../concurrency/signal.ts'
import type { DatabasePool, Tx } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { Counts } from '../metrics/metrics.ts'
import type { Tracer } from '../trace.ts'
import type { DeadLetters } from './dead-letters/dead-letters.ts'
import type { Consumer } from './event.ts'
import { type Deduplicate, messageProcessor } from './process-messages.ts'
import {
  consumeAndCopyEvents,
  consumeEvents,
  copiesAreWanted,
  oldestEventsOf,
  type Waiting,
} from './store.ts'

const BATCH = 16
const POLL_MS = 1_000

const rowsOf = (events: readonly Waiting[]) => events.map(({ row }) => row)

const batchesOf = <T>(items: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))

/**
 * Carries events inside the process, when there is no broker. Taking one in and deleting it from the outbox is one
 * transaction, so it has its effect exactly once; one that cannot be taken in yet stays where it is.
 */
export function startLocalDelivery({
  db,
  log,
  consumers,
  deadLetters,
  counts,
  tracer,
}: {
  db: DatabasePool
  log: Log
  consumers: Consumer[]
  deadLetters: DeadLetters
  counts?: Counts | undefined
  tracer?: Tracer | undefined
}) {
  const stopping = new AbortController()
  const { signal } = stopping

  // While nobody wants copies, and that is nearly always, they cost nothing: what other processes decide is looked up.
  let copying = false
  const lookForCopies = async () => {
    copying = await copiesAreWanted(db)
  }
  const consume = (tx: Tx, rows: number[]) =>
    copying ? consumeAndCopyEvents(tx, rows) : consumeEvents(tx, rows)

  async function watchForCopies() {
    const changed = createSignal(POLL_MS, signal)
    while (!signal.aborted) {
      await lookForCopies().catch(error => log.debug({ err: error }, 'Could not look who wants copies'))
      await changed.wait()
    }
  }

  const deduplicate: Deduplicate<Waiting> = async (tx, deliveries) => {
    const mine = await consume(tx, rowsOf(deliveries.map(({ message }) => message)))
    return deliveries.filter(({ message }) => mine.has(message.row))
  }

  async function deliver(consumer: Consumer, newEvents: Signal) {
    const { queue } = consumer.kind
    const { size, atOnce = size > 1 ? 1 : BATCH } = consumer
    const process = messageProcessor<Waiting>(consumer, {
      db,
      log,
      deduplicate,
      stopping: signal,
      // Kept and taken out of the outbox, or neither.
      refuse: async (tx, refused) => {
        await deadLetters.add(tx, queue, refused)
        await consume(tx, rowsOf(refused.map(({ message }) => message)))
      },
      counts,
      tracer,
    })
    while (!signal.aborted) {
      try {
        const events = await oldestEventsOf(db, queue, size * atOnce)
        await Promise.all(batchesOf(events, size).map(process))
        if (events.length < size * atOnce) await newEvents.wait()
      } catch (error) {
        if (signal.aborted) return
        log.warn({ err: error, queue }, 'Events wait in the outbox')
        await newEvents.wait()
      }
    }
  }

  const deliveries = consumers.map(consumer => {
    const newEvents = createSignal(POLL_MS, signal)
    const notify = consumer.unhurried ? () => {} : newEvents.notify
    return { queue: consumer.kind.queue, notify, ended: deliver(consumer, newEvents) }
  })
  const watching = watchForCopies()
  return {
    applyCopies: lookForCopies,
    /** Each consumer looks for itself: what is not meant for it must not make it look. */
    wake: (queues?: readonly string[]) => {
      for (const { queue, notify } of deliveries) if (queues?.includes(queue) ?? true) notify()
    },
    async stop() {
      stopping.abort()
      await Promise.all([watching, ...deliveries.map(({ ended }) => ended)])
    },
  }
}
