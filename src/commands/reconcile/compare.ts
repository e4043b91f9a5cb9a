import { StartError } from '../../platform/start-error.ts'
import type { Server } from '../http.ts'
import {
  type Disagreement,
  disagreementsOfOrder,
  disagreementsOfPayment,
  type Order,
  type Payment,
} from './rules.ts'

type Progress = (done: number, last: number) => void
type Moments = Parameters<typeof disagreementsOfPayment>[2]

const PAYMENTS = '/api/v1/privee/rapprochements-paiements'
const ORDERS = '/api/v1/privee/rapprochements-commandes'
const CHUNK = 500

async function ask<Body>(server: Server, method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await server.call<Body & { message?: string }>(method, path, { body })
  if (answer.status !== 200)
    throw new StartError(`${path} answered ${answer.status}: ${answer.body?.message ?? answer.text}`)
  return answer.body
}

/** Each payment against its announcements, its refunds and its order. One chunk at a time is in memory. */
async function* payments(server: Server, moments: Moments, progress: Progress): AsyncGenerator<Disagreement> {
  for (let after = 0; ; ) {
    const { data, dernier } = await ask<{ data: Payment[]; dernier: number }>(
      server,
      'GET',
      `${PAYMENTS}?after=${after}&limit=${CHUNK}`,
    )
    const ids = [...new Set(data.flatMap(({ orderId }) => orderId ?? []))]
    const orders = ids.length > 0 ? await ask<Order[]>(server, 'POST', ORDERS, { ids }) : []
    const byId = new Map(orders.map(order => [order.ordreId, order]))
    for (const payment of data)
      yield* disagreementsOfPayment(payment, byId.get(payment.orderId ?? ''), moments)
    const last = data.at(-1)
    progress(last?.id ?? dernier, dernier)
    if (!last || data.length < CHUNK) return
    after = last.id
  }
}

/** Each order that a transaction has paid against that transaction. */
async function* orders(server: Server): AsyncGenerator<Disagreement> {
  for (let after = ''; ; ) {
    const paid = await ask<Order[]>(server, 'POST', ORDERS, { after, limit: CHUNK })
    const ids = paid.map(({ transactionId }) => Number(transactionId)).filter(id => id > 0)
    const { data } =
      ids.length > 0
        ? await ask<{ data: Payment[] }>(server, 'GET', `${PAYMENTS}?ids=${ids.join(',')}`)
        : { data: [] }
    const byId = new Map(data.map(payment => [String(payment.id), payment]))
    for (const order of paid) yield* disagreementsOfOrder(order, byId.get(order.transactionId ?? ''))
    const last = paid.at(-1)
    if (!last || paid.length < CHUNK) return
    after = last.ordreId
  }
}

/** Everything on which payments, what was announced of them and orders disagree. */
export async function* disagreements(server: Server, moments: Moments, progress: Progress = () => {}) {
  yield* payments(server, moments, progress)
  yield* orders(server)
}
