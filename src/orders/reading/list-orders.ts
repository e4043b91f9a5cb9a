import type { createTotalsCache } from '../../platform/http/lists.ts'
import { parsePeriod } from '../../platform/moment.ts'
import { findCustomer, type OrdersPlatform } from '../peers.ts'
import type { ShownOrder } from '../store/orders.ts'
import { paymentOf } from '../tables.ts'
import type { OrderSearch, StaffSearch } from './schemas.ts'
import { countOrders, countOrdersOfClients, listOrdersOfClients, searchOrders as search } from './store.ts'

/** Formats an order for responses. */
export const formatOrder = ({ paiement, livraison: mode, magasinId, ...order }: ShownOrder) => ({
  ...order,
  livraison: { mode, magasinId },
  paiement: paymentOf(paiement),
})

/**
 * The orders of a customer under all their identifiers: the account's id, its `clientId` and its aliases. Orders that
 * others placed in their name are excluded.
 */
export async function listOrders({ db, peers }: OrdersPlatform, userId: string, search: OrderSearch) {
  const clientIds = identifiersOf(userId, await findCustomer(peers, userId))
  const [orders, total] = await Promise.all([
    listOrdersOfClients(db, clientIds, search),
    countOrdersOfClients(db, clientIds, search),
  ])
  return { data: orders.map(formatOrder), total, limit: search.limit, offset: search.offset }
}

/** A page of the orders that match a search by staff. Any identifier of a customer finds all of their orders. */
export async function searchOrders(
  { db, peers }: OrdersPlatform,
  totals: ReturnType<typeof createTotalsCache>,
  query: StaffSearch,
) {
  const { page, limit, sort, statut, paiement, magasinId, search: text } = query
  const [clientIds, naming] = await Promise.all([query.clientId, text].map(namesOf))
  const wanted = {
    ...{ statut, paiement, magasinId, ...parsePeriod(query), clientIds },
    search: text === undefined ? undefined : { text, clientIds: naming ?? [] },
  }
  const [orders, total] = await Promise.all([
    search(db, wanted, { page, limit, sort }),
    totals(wanted, () => countOrders(db, wanted)),
  ])
  return { data: orders.map(formatOrder), total, page, limit }

  /** All identifiers of the named customer, or the given name itself when accounts does not know it. */
  async function namesOf(named: string | undefined): Promise<string[] | undefined> {
    if (named === undefined) return undefined
    const customer = /^(CLI_\w+|\d{1,15})$/.test(named) ? await findCustomer(peers, named) : undefined
    return identifiersOf(named, customer)
  }
}

const identifiersOf = (named: string, customer: { clientId: string; clientIds: string[] } | undefined) => [
  ...new Set([named, ...(customer ? [customer.clientId, ...customer.clientIds] : [])]),
]
