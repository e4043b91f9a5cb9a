import { StartError } from '../../platform/problem.ts'
import type { Sending } from './store/repair-events.ts'

/** What became of an event: taken; refused, which is about this event; or nobody was there who could take any. */
export type Outcome = { taken: true } | { taken: false; error: string; refused: boolean }

/** The after-sales application, which repair events go to. */
export type Aftersales = (event: Sending, signal: AbortSignal) => Promise<Outcome>

export const TIMEOUT_MS = 5_000
/** What it says beyond the status is not needed; longer than this, the connection is closed instead. */
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
