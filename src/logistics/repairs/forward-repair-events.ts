import type { Platform } from '../../platform/area.ts'
import { backOff, createBreaker, startDelivery } from '../../platform/delivery.ts'
import { type Aftersales, TIMEOUT_MS } from './aftersales.ts'
import { claimEvents, insertInbox, markFailed, type Sending } from './store/repair-events.ts'

const AT_ONCE = 16
/** Eight failures in a row are due to the application, not to an event that it cannot process. */
const THRESHOLD = 8
const LONGEST_MS = { refused: 600_000, failed: 60_000, away: 30_000 }
const AFTERSALES = 'after-sales'

type Parts = Pick<Platform, 'db' | 'clock' | 'log'>

/** Sends repair events to the after-sales application, those of a ticket one after the other, until each is accepted. */
export function forwardRepairEvents({ db, clock, log }: Parts, aftersales: Aftersales) {
  const application = createBreaker({ threshold: THRESHOLD, longestMs: LONGEST_MS.away })
  /** Pauses are real time, and stored in that of the clock. */
  const afterReal = (ms: number) => clock.after(ms * clock.multiplier)

  async function send(event: Sending, ending: AbortSignal) {
    const { id, ticketId, essais } = event
    const outcome = await aftersales(event, ending)
    application.record(outcome.taken || outcome.refused)
    return db.transaction(tx => {
      if (outcome.taken) return insertInbox(tx, id, clock.now())
      if (ending.aborted) return markFailed(tx, id, 'The server stopped', clock.now())
      const { error: reason, refused } = outcome
      log.warn({ ticketId, essais, reason }, 'A repair event waits: after-sales did not take it')
      const pauseMs = backOff(essais, refused ? LONGEST_MS.refused : LONGEST_MS.failed)
      return markFailed(tx, id, reason, afterReal(pauseMs))
    })
  }

  return startDelivery({
    ...{ log, rows: 'repair events', send },
    limits: () => new Map([[AFTERSALES, application.limit(AT_ONCE)]]),
    claim: free =>
      db.transaction(tx =>
        claimEvents(tx, clock.now(), afterReal(2 * TIMEOUT_MS), free.get(AFTERSALES) ?? 0),
      ),
    destinationOf: () => AFTERSALES,
  })
}
