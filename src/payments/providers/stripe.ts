import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../../platform/http/problem.ts'
import type { Outcome } from '../tables.ts'
import type { Charge, Checkout, Notice, Provider } from './provider.ts'

/** https://docs.stripe.com/api/checkout/sessions/object, as far as it is read here. */
type Session = {
  id: string
  url: string | null
  client_reference_id: string | null
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid' | 'no_payment_required'
  amount_total: number
  currency: string
  payment_intent: string | { id: string; status: string } | null
}
type Event = { type: string; data: { object: Session } }

const TIMEOUT_MS = 5_000
/** How old a signed message may be, either way: a copy of one is of no use later. */
const TOLERANCE_MS = 5 * 60_000
const EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
]

function outcomeOf({ status, payment_status, payment_intent }: Session): Outcome | 'en_attente' {
  if (status === 'expired') return 'annule'
  if (status === 'open') return 'en_attente'
  if (payment_status !== 'unpaid') return 'accepte'
  // A bank debit is paid days after the page; one that failed wants another means of payment.
  const failed = typeof payment_intent === 'object' && payment_intent?.status === 'requires_payment_method'
  return failed ? 'refuse' : 'en_attente'
}

/** Stripe's own payment page (Checkout Sessions) with its signed webhooks. Amounts are in minor units on both sides. */
export function stripe({
  key,
  webhookSecret,
  url,
}: {
  key: string
  webhookSecret?: string | undefined
  url: string
}): Provider {
  async function call<Body>(method: 'GET' | 'POST', path: string, fields = {}, idempotencyKey?: string) {
    const response = await fetch(`${url.replace(/\/+$/, '')}/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      body: method === 'POST' ? new URLSearchParams(fields) : null,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined)
    // Its messages may repeat what it was sent, so that its status alone goes further.
    if (!response || response.status >= 500 || response.status === 429)
      throw new Problem(503, 'The payment provider cannot be reached')
    return { status: response.status, body: (await response.json().catch(() => ({}))) as Body }
  }

  const refused = (status: number) => new Error(`Stripe refused a call of ours (${status})`)

  async function read({ token, montantCents, devise }: Charge): Promise<Session> {
    const path = `checkout/sessions/${encodeURIComponent(token)}?expand[]=payment_intent`
    const { status, body } = await call<Session>('GET', path)
    if (status !== 200) throw refused(status)
    if (body.amount_total !== montantCents || body.currency !== devise.toLowerCase())
      throw new Error(`Stripe's session ${token} is over another amount than the payment`)
    return body
  }

  async function begin({ authorizationId, montantCents, devise, orderId, returnUrl }: Checkout) {
    const { status, body } = await call<Session>(
      'POST',
      'checkout/sessions',
      {
        mode: 'payment',
        client_reference_id: authorizationId,
        success_url: returnUrl,
        cancel_url: returnUrl,
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': devise.toLowerCase(),
        'line_items[0][price_data][unit_amount]': String(montantCents),
        'line_items[0][price_data][product_data][name]':
          orderId === null ? 'Paiement' : `Commande ${orderId}`,
      },
      authorizationId,
    )
    if (status !== 200 || !body.url) throw refused(status)
    return { token: body.id, redirectUrl: body.url }
  }

  return {
    name: 'stripe',
    begin,
    settle: async charge => outcomeOf(await read(charge)),

    async abandon(charge) {
      const { status } = await call<Session>(
        'POST',
        `checkout/sessions/${encodeURIComponent(charge.token)}/expire`,
      )
      return status === 200 ? 'annule' : outcomeOf(await read(charge))
    },

    async refund(charge, { id, montantCents }) {
      const { payment_intent } = await read(charge)
      const intent = typeof payment_intent === 'object' ? payment_intent?.id : payment_intent
      if (!intent) throw new Error(`Stripe's session ${charge.token} has nothing to give back`)
      const { status } = await call(
        'POST',
        'refunds',
        { payment_intent: intent, amount: String(montantCents), 'metadata[refund]': String(id) },
        `refund-${id}`,
      )
      if (status !== 200) throw refused(status)
    },

    notified:
      webhookSecret === undefined
        ? undefined
        : ({ body, headers, now }) => {
            checkSignature(webhookSecret, body, headers, now)
            return noticeOf(JSON.parse(body) as Event)
          },
  }
}

function noticeOf({ type, data: { object: session } }: Event): Notice | undefined {
  if (!EVENTS.includes(type) || session.client_reference_id === null) return undefined
  const outcome = type.endsWith('failed') ? 'refuse' : outcomeOf(session)
  if (outcome === 'en_attente') return undefined
  return { authorizationId: session.client_reference_id, token: session.id, outcome }
}

/** `Stripe-Signature: t=<seconds>,v1=<hex>[,v1=…]`: an HMAC over the time and the body, byte for byte. */
function checkSignature(secret: string, body: string, headers: IncomingHttpHeaders, now: Date) {
  const parts = String(headers['stripe-signature'] ?? '')
    .split(',')
    .map(part => part.split('=', 2) as [string, string?])
  const seconds = parts.find(([name]) => name === 't')?.[1] ?? ''
  const expected = createHmac('sha256', secret).update(`${seconds}.${body}`).digest()
  const signed = parts
    .filter(([name]) => name === 'v1')
    .map(([, hex = '']) => Buffer.from(hex, 'hex'))
    .some(given => given.length === expected.length && timingSafeEqual(given, expected))
  const age = Math.abs(now.getTime() - Number(seconds) * 1000)
  if (!signed || !(age <= TOLERANCE_MS)) throw new Problem(401, 'The signature is not valid')
}
