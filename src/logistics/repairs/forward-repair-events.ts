import { backoffMs, createBreaker, startDelivery } from '../../platform/delivery.ts'
import { StartError } from '../../platform/problem.ts'
import type { LogisticsPlatform } from '../context.ts'
import { claimEvents, type EventToSend, markDelivered, markFailed } from './store/repair-events.ts'

const AT_ONCE = 16
/**
 * After this many consecutive failures the application counts as unavailable. A rejected event is not such a failure.
 */
const THRESHOLD = 8
const MAX_PAUSE_MS = { refused: 600_000, failed: 60_000, away: 30_000 }
const AFTERSALES = 'after-sales'

/**
 * Starts a delivery that sends each repair event to the after-sales application until the application accepts it. The
 * events of a ticket are sent one after another, in the order in which they were recorded.
 */
export function forwardRepairEvents({ db, clock, log }: LogisticsPlatform, aftersales: Aftersales) {
  const application = createBreaker({ threshold: THRESHOLD, longestMs: MAX_PAUSE_MS.away })
  /** Converts a pause in real time to a time of the clock, as the table stores it. */
  const afterReal = (ms: number) => clock.after(ms * clock.multiplier)

  async function send(event: EventToSend, ending: AbortSignal) {
    const { id, ticketId, essais } = event
    const outcome = await aftersales(event, ending)
    application.record(outcome.accepted || outcome.refused)
    return db.transaction(tx => {
      if (outcome.accepted) return markDelivered(tx, id, clock.now())
      if (ending.aborted) return markFailed(tx, id, 'The server stopped', clock.now())
      const { error: reason, refused } = outcome
      log.warn(
        { ticketId, essais, reason },
        'A repair event could not be sent to the after-sales application and will be retried',
      )
      const pauseMs = backoffMs(essais, refused ? MAX_PAUSE_MS.refused : MAX_PAUSE_MS.failed)
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

/** `refused`: the application rejected this event; otherwise the failure does not depend on the event. */
export type Outcome = { accepted: true } | { accepted: false; error: string; refused: boolean }

/** Sends an event to the after-sales application. Failures are outcomes, not exceptions. */
type Aftersales = (event: EventToSend, signal: AbortSignal) => Promise<Outcome>

export const TIMEOUT_MS = 5_000
/** Only the status is needed; a longer body closes the connection. */
const MAX_BYTES = 64 * 1024

/** These statuses concern the event. Others (a wrong key, too many requests, a failure) would meet any event. */
const EVENT_STATUSES = [400, 404, 409, 410, 413, 422]

/** Returns a client of the after-sales application. Throws a StartError for an unusable URL. */
export function createAftersalesClient(url: string): Aftersales {
  const address = URL.parse(url)
  if (!address || address.username || address.password)
    throw new StartError(
      'COMPTOIR_AFTERSALES_URL must be the URL to which repair events are posted, without a user name or password',
    )
  return (event, signal) =>
    post(address, event, signal).catch(error => ({
      accepted: false,
      refused: false,
      error: describeError(error),
    }))
}

async function post(
  address: URL,
  { id, ticketId, event, at }: EventToSend,
  signal: AbortSignal,
): Promise<Outcome> {
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      // Identical for each attempt, because a response may be lost after the event was accepted.
      'idempotency-key': `evenement-reparation-${id}`,
    },
    body: JSON.stringify({ ticketId, event, at }),
    // A followed 301 or 302 would become a GET, whose 200 would not mean that the event was accepted.
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  // The body is read without waiting, so that the connection can be reused.
  drain(response).catch(() => {})
  const { status, ok } = response
  if (ok) return { accepted: true }
  const to = response.headers.get('location')
  const error = `The application answered with status ${status}${status < 400 && to ? `, a redirect to ${to.slice(0, 200)}` : ''}`
  return { accepted: false, refused: EVENT_STATUSES.includes(status), error }
}

async function drain({ body }: Response) {
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) return
  }
}

const describeError = ({ name, message, cause }: Error & { cause?: { code?: string } }) =>
  name === 'TimeoutError'
    ? `The application did not answer within ${TIMEOUT_MS / 1_000} s`
    : `The application cannot be reached (${cause?.code ?? message})`
