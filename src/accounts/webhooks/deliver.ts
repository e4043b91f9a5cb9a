import { createHmac, randomBytes } from 'node:crypto'
import type { Accounts } from '../context.ts'
import type { Post } from './post.ts'
import type { ClaimedDelivery, LastAttempt } from './store/sending.ts'

const PREFIX = 'whsec_'

export const generateSecret = () => PREFIX + randomBytes(32).toString('base64')

/**
 * Returns the headers of a message by the Standard Webhooks specification (v1, symmetric). Each valid secret signs, so
 * that a receiver may change secrets at any time. `at` is real time, which receivers compare with theirs.
 */
function signedHeaders(secrets: readonly string[], { id, at, body }: { id: string; at: Date; body: string }) {
  const timestamp = Math.floor(at.getTime() / 1000)
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map(secret => `v1,${sign(secret)}`).join(' '),
  }
}

/** The outcome of an attempt. `accepted`: the receiver answered 2xx; `gone`: it answered 410. */
export type Outcome = LastAttempt & { accepted: boolean; gone: boolean }

const GONE = 410

const describeStatus = (status: number) =>
  status >= 300 && status < 400
    ? `The receiver answered ${status}; redirects are not followed`
    : `The receiver answered ${status} instead of 2xx`

/** Attempts a delivery and returns the outcome, failures included; undefined if `ending` interrupts it. */
export async function deliver(
  { clock, settings, webhooks }: Accounts,
  post: Post,
  sending: ClaimedDelivery,
  ending: AbortSignal,
): Promise<Outcome | undefined> {
  const { messageId: id, corps: body, url } = sending
  const began = performance.now()
  const last = (rest: Omit<LastAttempt, 'dureeMs'>) => ({
    ...rest,
    dureeMs: Math.round(performance.now() - began),
  })
  const timeout = AbortSignal.timeout(settings.webhookSeconds * 1_000)
  try {
    const at = clock.real()
    const headers = {
      ...{ 'content-type': 'application/json', 'user-agent': 'Comptoir' },
      ...signedHeaders(webhooks.secrets.open(sending, at), { id, at, body }),
    }
    const signal = AbortSignal.any([timeout, ending])
    const { status, text: reponse } = await post(url, { headers, body, signal })
    const accepted = status >= 200 && status < 300
    const derniereErreur = accepted ? null : describeStatus(status)
    return { ...last({ codeHttp: status, reponse, derniereErreur }), accepted, gone: status === GONE }
  } catch (error) {
    if (ending.aborted) return undefined
    const derniereErreur = timeout.aborted
      ? `No response within ${settings.webhookSeconds} s`
      : reasonOf(error)
    return { ...last({ codeHttp: null, reponse: null, derniereErreur }), accepted: false, gone: false }
  }
}

/** If a connection failed at several addresses, `errors` lists the causes and the message is empty. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
