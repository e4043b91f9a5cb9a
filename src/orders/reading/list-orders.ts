import { findCustomer, type OrdersPlatform } from '../peers.ts'
import type { OrderSearch } from './schemas.ts'
import { shown } from './show.ts'
import { countOrdersOf, ordersOf } from './store/customer-list.ts'

/**
 * The orders of a customer under any identifier of theirs: their account's id, its `clientId` and its aliases. What somebody
 * else ordered in their name is not among them.
 */
export async function listOrders({ db, peers }: OrdersPlatform, userId: string, search: OrderSearch) {
  const customer = await findCustomer(peers, userId)
  const clientIds = [...new Set([userId, ...(customer ? [customer.clientId, ...customer.clientIds] : [])])]
  const [orders, total] = await Promise.all([
    ordersOf(db, clientIds, search),
    countOrdersOf(db, clientIds, search),
  ])
  return { data: orders.map(shown), total, limit: search.limit, offset: search.offset }
}
