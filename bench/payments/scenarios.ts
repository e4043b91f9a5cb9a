import { cardPaymentScenario, createPayment } from '../everyday/scenarios.ts'
import { at } from '../support/data.ts'
import type { Call } from '../support/load.ts'
import { createMemberPattern } from '../support/same-answer.ts'
import type { Scenario } from '../support/scenario.ts'

const LINKS = 500

const link = (i: number) => ({
  amount: '49.90',
  orderId: `lien-${process.pid}-${i}`,
  returnUrl: 'https://boutique.example/merci',
})
const intent = (i: number) => ({ amount: 4990, currency: 'EUR', orderId: `intention-${process.pid}-${i}` })

async function post<Answer>(base: string, path: string, body: unknown): Promise<Answer> {
  const response = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 201) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}

/** Creates payments and links; returns the payments' ids and the links' tokens. */
export async function createPayments(base: string) {
  const ids: number[] = []
  const tokens: string[] = []
  for (let i = 0; i < LINKS; i++) {
    type Paid = { response: { transactionId: number } }
    ids.push((await post<Paid>(base, '/api/private/create_paiement', createPayment())).response.transactionId)
    type Made = { paymentUrl: string }
    const { paymentUrl } = await post<Made>(base, '/api/publique/interface-paiement', link(-1 - i))
    tokens.push(paymentUrl.split('/').at(-1) ?? '')
  }
  return { ids, tokens }
}

const create = (path: string, body: unknown): Call => ({ method: 'POST', path, body, status: 201 })
const get = (path: string): Call => ({ method: 'GET', path, status: 200 })

export const paymentScenarios = (ids: readonly number[], tokens: readonly string[]): Scenario[] => [
  cardPaymentScenario,
  {
    name: 'payment link created',
    connections: 8,
    platform: i => create('/api/publique/interface-paiement', link(i)),
    bare: i => create('/link', link(i)),
    madeUp: createMemberPattern('paymentUrl'),
  },
  {
    name: 'payment intent created',
    connections: 8,
    platform: i => create('/api/private/provider/create-payment-intent', intent(i)),
    bare: i => create('/intent', intent(i)),
    madeUp: createMemberPattern('paymentIntentId', 'clientSecret'),
  },
  {
    name: 'status of a payment',
    connections: 16,
    platform: i => get(`/api/publique/transaction-status/${at(ids, i)}`),
    bare: i => get(`/status/${at(ids, i)}`),
  },
  {
    name: 'payment page',
    connections: 16,
    platform: i => get(`/paiement/${at(tokens, i)}`),
    bare: i => get(`/page/${at(tokens, i)}`),
    // The CSRF token of a form, and the remaining time to pay.
    madeUp: /(?<=name="csrf" value=")[^"]*|(?<=data-left=")\d+">[^<]*/g,
  },
]
