import { createSignal, type Signal } from '../concurrency/signal.ts'
import type { Tx } from '../database/database.ts'
import type { Consumer } from './event.ts'
import { createMessageProcessor, type Deduplicate, type TransportParts } from './process-messages.ts'
import {
  consumeAndCopyEvents,
  consumeEvents,
  hasWantedCopies,
  listOldestEventsOf,
  listQueuesWithEvents,
  type PendingEvent,
  recordMessages,
} from './store.ts'

const BATCH = 16
const POLL_MS = 1_000

const rowsOf = (events: readonly PendingEvent[]) => events.map(({ row }) => row)

const batchesOf = <T>(items: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))

/**
 * Delivers events inside the process if there is no broker. The transaction that applies an event also deletes it from
 * the outbox, so it is applied exactly once; an event that cannot be applied yet stays in the outbox.
 */
export function startLocalDelivery({
  db,
  clock,
  log,
  consumers,
  deadLetters,
  counts,
  tracer,
}: TransportParts) {
  const stopping = new AbortController()
  const { signal } = stopping

  // Usually there are no subscribers for copies; events are then consumed by a simpler statement.
  let copying = false
  const applyCopies = async () => {
    copying = await hasWantedCopies(db)
  }
  const consume = (tx: Tx, rows: number[]) =>
    copying ? consumeAndCopyEvents(tx, rows) : consumeEvents(tx, rows)

  async function deliver(consumer: Consumer, newEvents: Signal) {
    const { queue } = consumer.kind
    const { size, atOnce = size > 1 ? 1 : BATCH } = consumer
    const deduplicate: Deduplicate<PendingEvent> = async (tx, deliveries) => {
      const consumed = await consume(tx, rowsOf(deliveries.map(({ message }) => message)))
      const mine = deliveries.filter(({ message }) => consumed.has(message.row))
      // Each row is consumed once, so only keys can repeat.
      return consumer.key && !consumer.idempotent ? recordMessages(tx, queue, mine, clock.now()) : mine
    }
    const process = createMessageProcessor<PendingEvent>(consumer, {
      db,
      log,
      deduplicate,
      stopping: signal,
      // The transaction that stores the dead letters also deletes their events from the outbox.
      refuse: async (tx, refused) => {
        await deadLetters.add(tx, queue, refused)
        await consume(tx, rowsOf(refused.map(({ message }) => message)))
      },
      counts,
      tracer,
    })
    // If events are already pending, the first check of all queues wakes this consumer.
    await newEvents.wait()
    while (!signal.aborted) {
      try {
        const events = await listOldestEventsOf(db, queue, size * atOnce)
        await Promise.all(batchesOf(events, size).map(process))
        if (events.length < size * atOnce) await newEvents.wait()
      } catch (error) {
        if (signal.aborted) return
        log.warn({ err: error, queue }, 'Events could not be published and remain in the outbox')
        await newEvents.wait()
      }
    }
  }

  const deliveries = consumers.map(consumer => {
    const newEvents = createSignal(undefined, signal)
    const { unhurried, kind } = consumer
    return { queue: kind.queue, unhurried, notify: newEvents.notify, ended: deliver(consumer, newEvents) }
  })

  /** Wakes consumers for events of other processes and for events to retry. One statement checks all queues. */
  async function watch() {
    const pause = createSignal(POLL_MS, signal)
    const queues = deliveries.map(({ queue }) => queue)
    while (!signal.aborted) {
      try {
        await applyCopies()
        const waiting = await listQueuesWithEvents(db, queues)
        for (const { queue, notify } of deliveries) if (waiting.has(queue)) notify()
      } catch (error) {
        log.debug({ err: error }, 'Could not check the queues for events')
      }
      await pause.wait()
    }
  }
  const watching = watch()

  return {
    applyCopies,
    /** Wakes the consumers of these queues, or of all. Those that are not urgent wait for the next check instead. */
    wake: (queues?: readonly string[]) => {
      for (const { queue, unhurried, notify } of deliveries)
        if (!unhurried && (queues?.includes(queue) ?? true)) notify()
    },
    async stop() {
      stopping.abort()
      await Promise.all([watching, ...deliveries.map(({ ended }) => ended)])
    },
  }
}
