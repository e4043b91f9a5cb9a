import type { createTotals } from '../../platform/http/lists.ts'
import { periodOf } from '../../platform/moment.ts'
import { findCustomer, type OrdersPlatform } from '../peers.ts'
import type { StaffSearch } from './schemas.ts'
import { shown } from './show.ts'
import { countOrders, searchOrders as search } from './store/staff-list.ts'

/** A page of all orders, for staff. A customer is found under any identifier of theirs. */
export async function searchOrders(
  { db, peers }: OrdersPlatform,
  totals: ReturnType<typeof createTotals>,
  query: StaffSearch,
) {
  const { page, limit, sort, statut, paiement, magasinId } = query
  const [clientIds, naming] = await Promise.all([query.clientId, query.search].map(namesOf))
  const text = query.search
  const wanted = {
    ...{ statut, paiement, magasinId, ...periodOf(query), clientIds },
    search: text === undefined ? undefined : { text, clientIds: naming ?? [] },
  }
  const [orders, total] = await Promise.all([
    search(db, wanted, { page, limit, sort }),
    totals(wanted, () => countOrders(db, wanted)),
  ])
  return { data: orders.map(shown), total, page, limit }

  /** Every identifier of the customer who is named; what is named itself where accounts knows none. */
  async function namesOf(named: string | undefined): Promise<string[] | undefined> {
    if (named === undefined) return undefined
    const customer = /^(CLI_\w+|\d{1,15})$/.test(named) ? await findCustomer(peers, named) : undefined
    return [...new Set([named, ...(customer ? [customer.clientId, ...customer.clientIds] : [])])]
  }
}
