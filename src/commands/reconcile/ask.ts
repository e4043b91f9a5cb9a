import { StartError } from '../../platform/start-error.ts'
import type { Server } from '../http.ts'
import type {
  History,
  Logistics,
  LoyalClient,
  Order,
  Payment,
  Points,
  Reservation,
  StockRow,
} from './types.ts'

const AREAS = '/api/v1/privee/rapprochements'
export const CHUNK = 500

/** What the routes of the areas answer, a chunk at a time. */
export function areasOf(server: Server) {
  async function ask<Body>(path: string, body?: unknown): Promise<Body> {
    const method = body === undefined ? 'GET' : 'POST'
    const answer = await server.call<Body & { message?: string }>(method, `${AREAS}-${path}`, { body })
    if (answer.status !== 200)
      throw new StartError(
        `${AREAS}-${path} answered ${answer.status}: ${answer.body?.message ?? answer.text}`,
      )
    return answer.body
  }
  /** Nothing is asked about nothing. */
  const about = async <Row>(path: string, ids: readonly string[]) =>
    ids.length > 0 ? ask<Row[]>(path, { ids }) : []

  return {
    paymentsAfter: (after: number) =>
      ask<{ data: Payment[]; dernier: number }>(`paiements?after=${after}&limit=${CHUNK}`),
    payments: async (ids: readonly number[]) =>
      ids.length > 0 ? (await ask<{ data: Payment[] }>(`paiements?ids=${ids.join(',')}`)).data : [],
    ordersAfter: (after: string) => ask<Order[]>('commandes', { after, limit: CHUNK }),
    orders: (ids: readonly string[]) => about<Order>('commandes', ids),
    points: (ids: readonly string[], clientIds: readonly string[]) =>
      ask<{ points: Points[]; clients: LoyalClient[] }>('points', { ids, clientIds }),
    history: (ids: readonly string[]) => about<History>('historiques', ids),
    logistics: (ids: readonly string[]) => about<Logistics>('bordereaux', ids),
    stocksAfter: (after: number) => ask<StockRow[]>(`stocks?after=${after}&limit=${CHUNK}`),
    reservationsAfter: (after: string) =>
      ask<Reservation[]>(`reservations?after=${encodeURIComponent(after)}&limit=${CHUNK}`),
  }
}
export type Areas = ReturnType<typeof areasOf>
