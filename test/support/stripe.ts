import { createHmac, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { afterwards } from './afterwards.ts'
import { findFreePort } from './free-port.ts'

export const WEBHOOK_SECRET = 'whsec_of_the_tests'

export type StripeSession = {
  id: string
  url: string
  client_reference_id: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  amount_total: number
  currency: string
  payment_intent: string | { id: string; status: string } | null
}

/** Starts a minimal Stripe: sessions, their completion and refunds as in Stripe's interface, with idempotency keys. */
export async function startStripe() {
  const sessions = new Map<string, StripeSession>()
  const refunds: { payment_intent: string; amount: number; key: string }[] = []
  const byKey = new Map<string, unknown>()
  const state = { down: false }

  function answer(method: string, path: string, form: URLSearchParams, key: string): [number, unknown] {
    const [, id = '', action] = /^\/v1\/checkout\/sessions\/([^/?]+)(\/expire)?/.exec(path) ?? []
    const session = sessions.get(id)
    if (id) {
      if (!session) return [404, { error: { code: 'resource_missing' } }]
      if (!action) return [200, session]
      if (session.status !== 'open') return [400, { error: { message: 'not open' } }]
      session.status = 'expired'
      return [200, session]
    }
    if (key && byKey.has(key)) return [200, byKey.get(key)]
    if (method === 'POST' && path === '/v1/checkout/sessions') {
      const made: StripeSession = {
        id: `cs_test_${randomBytes(8).toString('hex')}`,
        url: `https://checkout.stripe.example/${randomBytes(4).toString('hex')}`,
        client_reference_id: form.get('client_reference_id') ?? '',
        status: 'open',
        payment_status: 'unpaid',
        amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
        currency: form.get('line_items[0][price_data][currency]') ?? '',
        payment_intent: null,
      }
      sessions.set(made.id, made)
      byKey.set(key, made)
      return [200, made]
    }
    if (method === 'POST' && path === '/v1/refunds') {
      const refund = {
        payment_intent: form.get('payment_intent') ?? '',
        amount: Number(form.get('amount')),
        key,
      }
      refunds.push(refund)
      byKey.set(key, refund)
      return [200, refund]
    }
    return [404, { error: {} }]
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const known = request.headers.authorization === 'Bearer sk_test'
    const [status, body] = state.down
      ? [500, {}]
      : known
        ? answer(request.method!, request.url!, form, String(request.headers['idempotency-key'] ?? ''))
        : [401, {}]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const port = await findFreePort()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  afterwards(() => server.close())
  return {
    url: `http://127.0.0.1:${port}`,
    sessions,
    refunds,
    state,
    pay(session: StripeSession) {
      session.status = 'complete'
      session.payment_status = 'paid'
      session.payment_intent = { id: `pi_${session.id}`, status: 'succeeded' }
    },
  }
}

/** Returns Stripe's signature header for a body. */
export function signWebhook(body: string, { at = Date.now(), secret = WEBHOOK_SECRET } = {}) {
  const t = Math.floor(at / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}
