import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type Stripe from 'stripe'
import { afterwards } from '../afterwards.ts'
import { findFreePort } from '../free-port.ts'
import {
  createCharge,
  createDispute,
  createIntent,
  createRefund,
  createSession,
  events,
  inSeconds,
} from './objects.ts'
import {
  parseList,
  parseNothing,
  parseRefund,
  parseRetrieval,
  parseSession,
  StripeError,
} from './requests.ts'

export const STRIPE_KEY = 'sk_test'
export const WEBHOOK_SECRET = 'whsec_of_the_tests'

/** The settings of a platform that pays at this stand-in. */
export const stripeSettings = (url: string) => ({
  COMPTOIR_PAYMENT_PROVIDER: 'stripe',
  COMPTOIR_STRIPE_KEY: STRIPE_KEY,
  COMPTOIR_STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  COMPTOIR_STRIPE_URL: url,
})

type Answer =
  | Stripe.Checkout.Session
  | Stripe.Refund
  | { object: 'list'; data: object[]; has_more: boolean; url: string }

type Request = { method: string; url: URL; form: URLSearchParams; key: string }

/**
 * Starts a stand-in for Stripe, with its types, rules and idempotency keys. It refuses unknown routes and parameters.
 * The returned functions act as a customer, the bank or the dashboard.
 */
export async function startStripe() {
  const sessions = new Map<string, Stripe.Checkout.Session>()
  const intents = new Map<string, Stripe.PaymentIntent>()
  const refunds: Stripe.Refund[] = []
  const disputes: Stripe.Dispute[] = []
  const answered = new Map<string, { request: string; answer: Answer }>()
  const keys: string[] = []
  const metadataOf = new Map<string, Stripe.Metadata>()
  const state = { down: false }

  const findSession = (id: string) => {
    const session = sessions.get(id)
    if (!session) throw new StripeError(404, 'resource_missing', `No such checkout.session: ${id}`)
    return session
  }
  const refundedCents = (intent: string) =>
    refunds
      .filter(({ payment_intent, status }) => payment_intent === intent && status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0)
  const newestOf = <Row extends { payment_intent: unknown }>(rows: Row[], intent: string) =>
    rows.filter(({ payment_intent }) => payment_intent === intent).toReversed()

  function refund(intent: string, amount: number, metadata: Stripe.Metadata = {}) {
    const paid = intents.get(intent)
    if (paid?.status !== 'succeeded') throw new StripeError(400, 'charge_not_refundable', 'Not paid')
    if (refundedCents(intent) + amount > paid.amount)
      throw new StripeError(400, 'charge_already_refunded', 'More than what is left')
    const made = createRefund(intent, { amount, currency: paid.currency, metadata })
    refunds.push(made)
    return made
  }

  function read({ url: { pathname, searchParams } }: Request): Answer {
    const list = (limit: number, data: object[]): Answer => ({
      ...{ object: 'list', data: data.slice(0, limit), has_more: data.length > limit, url: pathname },
    })
    const [, id] = /^\/v1\/checkout\/sessions\/([^/]+)$/.exec(pathname) ?? []
    if (id !== undefined) {
      const { expand } = parseRetrieval(searchParams)
      const session = findSession(id)
      const intent = expand && intents.get(String(session.payment_intent))
      return intent ? { ...session, payment_intent: intent } : session
    }
    const { payment_intent: intent, limit } = parseList(searchParams)
    if (pathname === '/v1/checkout/sessions') return list(limit, newestOf([...sessions.values()], intent))
    if (pathname === '/v1/refunds') return list(limit, newestOf(refunds, intent))
    if (pathname === '/v1/disputes') return list(limit, newestOf(disputes, intent))
    throw new StripeError(404, 'resource_missing', `Unrecognized request URL: ${pathname}`)
  }

  function write({ url: { pathname, searchParams }, form }: Request): Answer {
    parseNothing(searchParams)
    if (pathname === '/v1/checkout/sessions') {
      const params = parseSession(form, inSeconds())
      const made = createSession(params)
      sessions.set(made.id, made)
      metadataOf.set(made.id, params.payment_intent_data.metadata)
      return made
    }
    if (pathname === '/v1/refunds') {
      const { payment_intent, amount, metadata } = parseRefund(form)
      return refund(payment_intent, amount, metadata)
    }
    const [, id] = /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/.exec(pathname) ?? []
    if (id === undefined)
      throw new StripeError(404, 'resource_missing', `Unrecognized request URL: ${pathname}`)
    parseNothing(form)
    const session = findSession(id)
    if (session.status !== 'open') throw new StripeError(400, 'resource_invalid', 'The session is not open')
    session.status = 'expired'
    return session
  }

  /** Answers a write with a key a second time with the first answer. Errors of validation are not kept. */
  function answer(request: Request): Answer {
    if (request.method === 'GET') return read(request)
    if (!request.key)
      throw new StripeError(400, 'idempotency_key_missing', 'The platform sends a key with every write')
    const content = `${request.url.pathname}?${request.form}`
    const known = answered.get(request.key)
    if (known && known.request !== content)
      throw new StripeError(400, 'idempotency_key_in_use', 'The key was used with other parameters')
    if (known) return known.answer
    const made = write(request)
    answered.set(request.key, { request: content, answer: structuredClone(made) })
    keys.push(request.key)
    return made
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (state.down) return send(500, {})
    if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`) return send(401, { error: {} })
    try {
      const answerBody = answer({
        method: request.method ?? '',
        url: new URL(request.url ?? '/', 'http://stripe.example'),
        form: new URLSearchParams(Buffer.concat(chunks).toString()),
        key: String(request.headers['idempotency-key'] ?? ''),
      })
      send(200, answerBody)
    } catch (error) {
      if (!(error instanceof StripeError)) throw error
      send(error.status, {
        error: { type: 'invalid_request_error', code: error.code, message: error.message },
      })
    }
  })
  const port = await findFreePort()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  afterwards(() => server.close())

  function complete(session: Stripe.Checkout.Session, status: Stripe.PaymentIntent.Status) {
    const paid = { amount: session.amount_total ?? 0, currency: session.currency ?? '' }
    const intent = createIntent({ ...paid, metadata: metadataOf.get(session.id) ?? {} }, status)
    intents.set(intent.id, intent)
    session.status = 'complete'
    session.payment_status = status === 'succeeded' ? 'paid' : 'unpaid'
    session.payment_intent = intent.id
  }
  const intentOf = ({ payment_intent }: Stripe.Checkout.Session) => {
    const intent = intents.get(String(payment_intent))
    if (!intent) throw new Error('The session is not paid')
    return intent
  }

  return {
    url: `http://127.0.0.1:${port}`,
    sessions,
    intents,
    refunds,
    /** The idempotency keys of the accepted writes. */
    keys,
    state,
    /** Pays on Stripe's page by card. Returns the event. */
    pay(session: Stripe.Checkout.Session) {
      complete(session, 'succeeded')
      return events.session('checkout.session.completed', session)
    },
    /** Orders a bank debit on Stripe's page, which succeeds or fails later. */
    debit(session: Stripe.Checkout.Session) {
      complete(session, 'processing')
      return events.session('checkout.session.completed', session)
    },
    failDebit(session: Stripe.Checkout.Session) {
      intentOf(session).status = 'requires_payment_method'
      return events.session('checkout.session.async_payment_failed', session)
    },
    expire(session: Stripe.Checkout.Session) {
      session.status = 'expired'
      return events.session('checkout.session.expired', session)
    },
    /** Refunds in Stripe's dashboard. Returns the refund with its events. */
    refundFromOutside(session: Stripe.Checkout.Session, amount: number) {
      const intent = intentOf(session)
      const made = refund(intent.id, amount)
      const sent = [
        events.refundedCharge(createCharge(intent, refundedCents(intent.id))),
        events.refund('refund.created', made),
        events.refund('charge.refund.updated', made),
      ]
      return { made, sent }
    },
    failRefund(made: Stripe.Refund) {
      made.status = 'failed'
      made.failure_reason = 'expired_or_canceled_card'
      return [events.refund('refund.updated', made), events.refund('refund.failed', made)]
    },
    dispute(session: Stripe.Checkout.Session) {
      const { id, amount, currency } = intentOf(session)
      const made = createDispute(id, { amount, currency, metadata: {} })
      disputes.push(made)
      return { made, opened: events.dispute('charge.dispute.created', made) }
    },
    closeDispute(made: Stripe.Dispute, status: Stripe.Dispute.Status) {
      made.status = status
      return events.dispute('charge.dispute.closed', made)
    },
  }
}

/** Returns Stripe's signature header for a body. */
export function signWebhook(body: string, { at = Date.now(), secret = WEBHOOK_SECRET } = {}) {
  const t = Math.floor(at / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}
