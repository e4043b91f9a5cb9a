import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabasePool } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { Consumer } from './event.ts'
import { deleteEvents, oldestEventsOf } from './store.ts'
import { taker } from './take.ts'
import { alarm } from './wake.ts'

const BATCH = 16
const POLL_MS = 1_000

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
    const batch = consumer.atOnce ?? BATCH
    const take = taker(consumer, { db, log, stopping: signal })
    const bell = alarm(POLL_MS, signal)
    bells.add(bell.ring)
    while (!signal.aborted) {
      try {
        const events = await oldestEventsOf(db, queue, batch)
        await Promise.all(
          events.map(async event => {
            const outcome = await take(event, async tx => (await deleteEvents(tx, [event.row])) === 1)
            if (outcome === 'rejected') await db.transaction(tx => deleteEvents(tx, [event.row]))
          }),
        )
        if (events.length < batch) await bell.wait()
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
