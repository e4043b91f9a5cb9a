import type { Platform } from '../../platform/area.ts'
import { backOff, createBreaker, startDelivery } from '../../platform/delivery.ts'
import { StartError } from '../../platform/problem.ts'
import { claimEvents, markFailed, markTaken, type Sending } from './store/repair-events.ts'

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
      if (outcome.taken) return markTaken(tx, id, clock.now())
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

/** `refused`: the application refused this event; else it could take none. */
export type Outcome = { taken: true } | { taken: false; error: string; refused: boolean }

/** The after-sales application, which repair events go to. */
type Aftersales = (event: Sending, signal: AbortSignal) => Promise<Outcome>

export const TIMEOUT_MS = 5_000
/** Only the status is needed; a longer body closes the connection. */
const MOST_BYTES = 64 * 1024

/** These speak of the event. Others (a wrong key, too many requests, a failure) would be the same for any. */
const OF_THE_EVENT = [400, 404, 409, 410, 413, 422]

/** Throws a StartError when nothing can be sent to the address. */
export function aftersalesAt(url: string): Aftersales {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (!address || address.username || address.password)
    throw new StartError(
      'COMPTOIR_AFTERSALES_URL must be the address that repair events are posted to, without a password in it',
    )
  return (event, signal) =>
    post(address, event, signal).catch(error => ({ taken: false, refused: false, error: wordsFor(error) }))
}

async function post(
  address: URL,
  { id, ticketId, event, at }: Sending,
  signal: AbortSignal,
): Promise<Outcome> {
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      // The same for each try: an answer may be lost after the event was taken.
      'idempotency-key': `evenement-reparation-${id}`,
    },
    body: JSON.stringify({ ticketId, event, at }),
    // Followed, a 301 or 302 would become a GET, and its 200 no sign that anything was taken.
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  // Not waited for. Read, so that the connection can be used again.
  drain(response).catch(() => {})
  const { status, ok } = response
  if (ok) return { taken: true }
  const to = response.headers.get('location')
  const error = `It answered with status ${status}${status < 400 && to ? `, which leads to ${to.slice(0, 200)}` : ''}`
  return { taken: false, refused: OF_THE_EVENT.includes(status), error }
}

async function drain({ body }: Response) {
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MOST_BYTES) return
  }
}

const wordsFor = ({ name, message, cause }: Error & { cause?: { code?: string } }) =>
  name === 'TimeoutError'
    ? `It did not answer within ${TIMEOUT_MS / 1_000} s`
    : `It cannot be reached (${cause?.code ?? message})`
