import { pause } from '../pause.ts'
import { CANCELLED, type CreatedPayment, cardPayment, REFUSED } from '../payments.ts'
import { createRandom, type Random } from '../seeded-random.ts'
import { createCardNumber } from './card-number.ts'

/** Starts with a zero, so that no number that the platform stores or prints equals it. */
export const CVC = '0739'

type Given = { status: number; body: Record<string, unknown> & { message?: string } }
type Call = (method: string, path: string, body?: unknown, key?: string) => Promise<Given | undefined>

/** The responses that customers received, to compare with the database. */
export type Reports = {
  numbers: Set<string>
  /** Payments by id, with their possible final statuses. */
  payments: Map<number, Set<string>>
  refunds: Map<number, { of: number; cents: number }>
  /** Requested refunds whose outcome is unknown, each with a unique reason. */
  unanswered: { transactionId: number; montant: number; motif: string }[]
}

export const createReports = (): Reports => ({
  numbers: new Set(),
  payments: new Map(),
  refunds: new Map(),
  unanswered: [],
})

/**
 * Returns a function that sends a call to a random server. A call returns undefined if no JSON response arrives within
 * 20 seconds or if the status is 5xx.
 */
export const createRandomCaller =
  (urls: string[], random: Random): Call =>
  async (method, path, body, key) => {
    try {
      const response = await fetch(`${random.pick(urls)}${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(20_000),
      })
      const answer = { status: response.status, body: (await response.json()) as Given['body'] }
      return response.status >= 500 ? undefined : answer
    } catch {
      return undefined
    }
  }

/** Makes up to 200 attempts; throws if none receives a response. */
async function surely(what: () => Promise<Given | undefined>): Promise<Given> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const answer = await what()
    if (answer) return answer
    await pause(150)
  }
  throw new Error('The platform did not answer for half a minute')
}

const endsOf = (number: string) =>
  number === REFUSED ? 'refuse' : number === CANCELLED ? 'annule' : 'accepte'

/**
 * Runs one customer, who pays an order of the shop or of another application, tries to pay it again, and sometimes
 * cancels the payment or requests refunds. Records the payments and refunds in `reports`.
 */
export async function runCustomer(urls: string[], seed: number, product: { id: number }, reports: Reports) {
  const random = createRandom(seed)
  const call = createRandomCaller(urls, random)
  const cents = 100 * (1 + random.below(40))
  const number = random.pick([
    REFUSED,
    CANCELLED,
    createCardNumber(random),
    createCardNumber(random),
    createCardNumber(random),
  ])
  reports.numbers.add(number)
  const orderId = random.next() < 0.5 ? await order(call, product, cents) : `externe-${seed}`

  const body = {
    ...cardPayment({ orderId, montant: cents / 100, cardNumber: number, clientId: `CLI_${seed}` }),
    savePaymentMethod: random.next() < 0.3,
  }
  Object.assign(body.moyenPaiement.cb, { cvc: CVC })
  const id = await pay(call, body, orderId, `paiement-${seed}`)
  // A second window pays with another key: the platform refuses it unless the first payment has failed by now.
  const second = await call('POST', '/api/private/create_paiement', body, `autre-${seed}`)
  const secondId =
    second?.status === 201 ? (second.body as unknown as CreatedPayment).response.transactionId : undefined
  for (const payment of [id, secondId]) if (payment) reports.payments.set(payment, new Set([endsOf(number)]))
  if (random.next() < 0.15) {
    reports.payments.get(id)!.add('annule')
    await call('PATCH', `/api/v1/publique/transactions/${id}`, { status: 'annule', orderId })
  }
  await refunds(call, random, { id, cents, seed }, reports)
}

async function order(call: Call, { id }: { id: number }, cents: number): Promise<string> {
  const { status, body } = await surely(() =>
    call('POST', '/api/commandes', {
      clientId: 'CLI_0A1B2C3D',
      articles: [{ id, quantite: cents / 100, prixUnitaireCents: 100 }],
      montantTotalCents: cents,
      adresseLivraison: { ville: 'Paris' },
      clientInfo: { prenom: 'Ada' },
    }),
  )
  if (status !== 201) throw new Error(`No order: ${status} ${body.message}`)
  return String(body.ordreId)
}

/**
 * Pays once, and repeats an accepted call with its key to compare the payments. After a 409 or no response, it looks up
 * the order's payment, and pays again with a new key if there is none. Throws after another response or 101 attempts.
 */
async function pay(call: Call, body: unknown, orderId: string, key: string): Promise<number> {
  for (let attempt = 0; ; attempt++) {
    const answer = await call('POST', '/api/private/create_paiement', body, `${key}-${attempt}`)
    if (answer?.status === 201) {
      const again = await call('POST', '/api/private/create_paiement', body, `${key}-${attempt}`)
      const { response } = answer.body as unknown as CreatedPayment
      if (
        again &&
        (again.body as unknown as CreatedPayment).response?.transactionId !== response.transactionId
      )
        throw new Error(`The same key gave two answers: ${JSON.stringify([answer, again])}`)
      return response.transactionId
    }
    if (answer && answer.status !== 409) throw new Error(`Not paid: ${answer.status} ${answer.body.message}`)
    const found = await surely(() => call('GET', `/api/publique/transaction-status?orderId=${orderId}`))
    if (found.status === 200) return Number(found.body.transactionId)
    if (attempt === 100) throw new Error(`Not paid: ${answer?.body.message}`)
    await pause(150)
  }
}

type Payment = { id: number; cents: number; seed: number }

/**
 * Sometimes requests four concurrent refunds of a third of the payment each, one more than fit. A refund without a
 * response is requested once more with its key.
 */
async function refunds(call: Call, random: Random, { id, cents, seed }: Payment, reports: Reports) {
  if (random.next() > 0.4) return
  for (let tries = 0; tries < 100; tries++) {
    const { body } = await surely(() => call('GET', `/api/publique/transaction-status/${id}`))
    if (body.status !== 'en_attente') break
    await pause(200)
  }
  const part = Math.floor(cents / 3)
  const asked = Array.from({ length: 4 }, (_, i) => `remboursement-${seed}-${i}`)
  await Promise.all(
    asked.map(async motif => {
      const wanted = { transactionId: id, montant: part / 100, motif }
      const answer =
        (await call('POST', '/api/publique/refund', wanted, motif)) ??
        (await call('POST', '/api/publique/refund', wanted, motif))
      if (answer?.status === 201) reports.refunds.set(Number(answer.body.refundId), { of: id, cents: part })
      else if (!answer || answer.body.message?.includes('still running')) reports.unanswered.push(wanted)
    }),
  )
}
