import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../platform/area.ts'
import { alarm } from '../platform/events/wake.ts'
import { type Aftersales, type Outcome, TIMEOUT_MS } from './aftersales.ts'
import { claimEvents, type Failure, markFailed, markTaken, type Sending } from './store/repair-events.ts'

const AT_ONCE = 16
const POLL_MS = 1_000
/** Longer than a try may take, so that nobody else tries meanwhile; after a crash it is how long an event waits. */
const CLAIM_MS = 2 * TIMEOUT_MS
const LONGEST_OF_TICKET_MS = 600_000
const LONGEST_OF_ALL_MS = 30_000

/** Twice as long each time, from a second on. */
export const pauseAfter = (failures: number, longestMs: number) =>
  Math.min(1_000 * 2 ** (failures - 1), longestMs)

type Parts = Pick<Platform, 'db' | 'clock' | 'log'>
type Tried = { event: Sending; outcome: Outcome }

/**
 * Sends repair events to the after-sales application, those of a ticket one after the other, until each is taken. A ticket
 * whose event fails pauses by itself; while nothing at all is answered well, one event is tried at a time.
 */
export function forwardRepairEvents({ db, clock, log }: Parts, aftersales: Aftersales) {
  const stopping = new AbortController()
  const { signal } = stopping
  const bell = alarm(POLL_MS, signal)
  let failures = 0

  /** Technical pauses are real time, however fast the clock runs. */
  const realTime = (ms: number) => clock.after(ms * clock.multiplier)

  async function round(limit: number) {
    const events = await db.transaction(tx => claimEvents(tx, clock.now(), realTime(CLAIM_MS), limit))
    const tried = await Promise.all(
      events.map(async (event): Promise<Tried> => ({ event, outcome: await aftersales(event, signal) })),
    )
    if (tried.length > 0) await record(tried)
    return tried
  }

  const record = (tried: Tried[]) =>
    db.transaction(async tx => {
      const taken = tried.filter(({ outcome }) => outcome.taken).map(({ event }) => event.id)
      const failed = tried.flatMap(({ event, outcome }) =>
        outcome.taken ? [] : [failureOf(event, outcome.error)],
      )
      if (taken.length > 0) await markTaken(tx, taken, clock.now())
      if (failed.length > 0) await markFailed(tx, failed)
    })

  function failureOf({ id, ticketId, essais }: Sending, error: string): Failure {
    if (signal.aborted) return { id, error: 'The server stopped', next: clock.now() }
    log.warn({ ticketId, essais, reason: error }, 'A repair event waits: after-sales did not take it')
    return { id, error, next: realTime(pauseAfter(essais, LONGEST_OF_TICKET_MS)) }
  }

  async function run() {
    while (!signal.aborted) {
      const tried = await round(failures > 0 ? 1 : AT_ONCE).catch(error => {
        log.warn({ err: error }, 'Repair events wait')
        return [] as Tried[]
      })
      if (tried.length > 0) failures = tried.every(isAway) ? failures + 1 : 0
      if (tried.length > 0 && failures > 0)
        await sleep(pauseAfter(failures, LONGEST_OF_ALL_MS), undefined, { signal }).catch(() => {})
      else if (tried.length < AT_ONCE && !tried.some(({ outcome }) => outcome.taken)) await bell.wait()
    }
  }

  const running = run()
  return {
    wake: bell.ring,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

const isAway = ({ outcome }: Tried) => !outcome.taken && !outcome.refused
