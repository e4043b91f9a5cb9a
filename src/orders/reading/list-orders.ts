import type { createTotals } from '../../platform/http/lists.ts'
import { periodOf } from '../../platform/moment.ts'
import { findCustomer, type OrdersPlatform } from '../peers.ts'
import type { ShownOrder } from '../store/orders.ts'
import { paymentOf } from '../tables.ts'
import type { OrderSearch, StaffSearch } from './schemas.ts'
import { countOrders, countOrdersOf, ordersOf, searchOrders as search } from './store.ts'

/** An order as it is read. */
export const formatOrder = ({ paiement, livraison: mode, magasinId, ...order }: ShownOrder) => ({
  ...order,
  livraison: { mode, magasinId },
  paiement: paymentOf(paiement),
})

/**
 * The orders of a customer under any identifier of theirs: their account's id, its `clientId` and its aliases. What somebody
 * else ordered in their name is not among them.
 */
export async function listOrders({ db, peers }: OrdersPlatform, userId: string, search: OrderSearch) {
  const clientIds = identifiersOf(userId, await findCustomer(peers, userId))
  const [orders, total] = await Promise.all([
    ordersOf(db, clientIds, search),
    countOrdersOf(db, clientIds, search),
  ])
  return { data: orders.map(formatOrder), total, limit: search.limit, offset: search.offset }
}

/** A page of all orders, for staff. A customer is found under any identifier of theirs. */
export async function searchOrders(
  { db, peers }: OrdersPlatform,
  totals: ReturnType<typeof createTotals>,
  query: StaffSearch,
) {
  const { page, limit, sort, statut, paiement, magasinId, search: text } = query
  const [clientIds, naming] = await Promise.all([query.clientId, text].map(namesOf))
  const wanted = {
    ...{ statut, paiement, magasinId, ...periodOf(query), clientIds },
    search: text === undefined ? undefined : { text, clientIds: naming ?? [] },
  }
  const [orders, total] = await Promise.all([
    search(db, wanted, { page, limit, sort }),
    totals(wanted, () => countOrders(db, wanted)),
  ])
  return { data: orders.map(formatOrder), total, page, limit }

  /** Every identifier of the customer who is named; what is named itself where accounts knows none. */
  async function namesOf(named: string | undefined): Promise<string[] | undefined> {
    if (named === undefined) return undefined
    const customer = /^(CLI_\w+|\d{1,15})$/.test(named) ? await findCustomer(peers, named) : undefined
    return identifiersOf(named, customer)
  }
}

const identifiersOf = (named: string, customer: { clientId: string; clientIds: string[] } | undefined) => [
  ...new Set([named, ...(customer ? [customer.clientId, ...customer.clientIds] : [])]),
]
