import type { Platform } from '../../platform/area.ts'
import { createSignal } from '../../platform/concurrency/signal.ts'
import { type Aftersales, type Outcome, TIMEOUT_MS } from './aftersales.ts'
import { claimEvents, markFailed, markTaken, type Sending } from './store/repair-events.ts'

const AT_ONCE = 16
const POLL_MS = 1_000
/** Longer than a try may take, so that nobody else tries meanwhile; after a crash it is how long an event waits. */
const CLAIM_MS = 2 * TIMEOUT_MS
/** So many failures in a row are the application's, not those of an event that it chokes on. */
const PATIENCE = 8
const LONGEST_MS = { refused: 600_000, failed: 60_000, away: 30_000 }

/** Twice as long each time, from a second on. */
export const pauseAfter = (failures: number, longestMs: number) =>
  Math.min(1_000 * 2 ** (failures - 1), longestMs)

type Parts = Pick<Platform, 'db' | 'clock' | 'log'>

/**
 * Sends repair events to the after-sales application, those of a ticket one after the other, until each is taken. A ticket
 * whose event fails pauses by itself; while none is answered well, all pause, and then one event is tried.
 */
export function forwardRepairEvents({ db, clock, log }: Parts, aftersales: Aftersales) {
  const stopping = new AbortController()
  const { signal } = stopping
  const newEvents = createSignal(POLL_MS, signal)
  const underWay = new Set<Promise<void>>()
  let failures = 0
  let pausedUntil = 0

  /** Technical pauses are real time, however fast the clock runs. */
  const realTime = (ms: number) => clock.after(ms * clock.multiplier)
  const isAway = () => failures >= PATIENCE
  const isPaused = () => performance.now() < pausedUntil

  function note(outcome: Outcome) {
    if (outcome.taken || outcome.refused) {
      failures = 0
      pausedUntil = 0
    } else if (!isPaused()) {
      failures++
      if (isAway()) pausedUntil = performance.now() + pauseAfter(failures - PATIENCE + 1, LONGEST_MS.away)
    }
  }

  const record = ({ id, ticketId, essais }: Sending, outcome: Outcome) =>
    db.transaction(async tx => {
      if (outcome.taken) return markTaken(tx, id, clock.now())
      if (signal.aborted) return markFailed(tx, id, 'The server stopped', clock.now())
      log.warn(
        { ticketId, essais, reason: outcome.error },
        'A repair event waits: after-sales did not take it',
      )
      const longest = outcome.refused ? LONGEST_MS.refused : LONGEST_MS.failed
      return markFailed(tx, id, outcome.error, realTime(pauseAfter(essais, longest)))
    })

  /** Should its outcome not be recorded, the claim ends and it is sent again. */
  async function send(event: Sending) {
    const outcome = await aftersales(event, signal)
    note(outcome)
    await record(event, outcome).catch(error => log.warn({ err: error }, 'A repair event will be sent again'))
  }

  function set(event: Sending) {
    const sending = send(event).finally(() => {
      underWay.delete(sending)
      newEvents.notify()
    })
    underWay.add(sending)
  }

  /** Claims as many as may be under way. False when there may be no more. */
  async function fill() {
    const free = isPaused() ? 0 : (isAway() ? 1 : AT_ONCE) - underWay.size
    if (free <= 0) return false
    const events = await db.transaction(tx => claimEvents(tx, clock.now(), realTime(CLAIM_MS), free))
    for (const event of events) set(event)
    return events.length === free
  }

  async function run() {
    while (!signal.aborted) {
      const more = await fill().catch(error => log.warn({ err: error }, 'Repair events wait'))
      if (!more) await newEvents.wait()
    }
    await Promise.all(underWay)
  }

  const running = run()
  return {
    wake: newEvents.notify,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
