import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabasePool } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { Consumer } from './event.ts'
import { deleteEvents, oldestEventsOf, takeEvents, type Waiting } from './store.ts'
import { type Claim, taker } from './take.ts'
import { alarm } from './wake.ts'

const BATCH = 16
const POLL_MS = 1_000

const rowsOf = (events: readonly Waiting[]) => events.map(({ row }) => row)

const batchesOf = <T>(items: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))

const claimEvents: Claim<Waiting> = async (tx, deliveries) => {
  const mine = await takeEvents(tx, rowsOf(deliveries.map(({ message }) => message)))
  return deliveries.filter(({ message }) => mine.has(message.row))
}

/**
 * Carries events inside the process, when there is no broker. Taking one in and deleting it from the outbox is one
 * transaction, so it has its effect exactly once; one that cannot be taken in yet stays where it is.
 */
export function startLocalDelivery({
  db,
  log,
  consumers,
}: {
  db: DatabasePool
  log: Log
  consumers: Consumer[]
}) {
  const stopping = new AbortController()
  const { signal } = stopping
  const bells = new Set<() => void>()

  async function lane(consumer: Consumer) {
    const { queue } = consumer.kind
    const { size, atOnce = size > 1 ? 1 : BATCH } = consumer
    const take = taker<Waiting>(consumer, { db, log, claim: claimEvents, stopping: signal })
    const bell = alarm(POLL_MS, signal)
    bells.add(bell.ring)
    while (!signal.aborted) {
      try {
        const events = await oldestEventsOf(db, queue, size * atOnce)
        await Promise.all(
          batchesOf(events, size).map(async batch => {
            const rejected = rowsOf([...(await take(batch))])
            if (rejected.length > 0) await db.transaction(tx => deleteEvents(tx, rejected))
          }),
        )
        if (events.length < size * atOnce) await bell.wait()
      } catch (error) {
        if (signal.aborted) return
        log.warn({ err: error, queue }, 'Events wait in the outbox')
        await sleep(POLL_MS, undefined, { signal }).catch(() => {})
      }
    }
  }

  const lanes = consumers.map(lane)
  return {
    wake: () => {
      for (const ring of bells) ring()
    },
    async stop() {
      stopping.abort()
      await Promise.all(lanes)
    },
  }
}
