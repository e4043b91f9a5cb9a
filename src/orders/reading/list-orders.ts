import type { createTotalsCache } from '../../platform/http/lists.ts'
import { parsePeriod } from '../../platform/moment.ts'
import { formatDelivery } from '../delivery/terms.ts'
import { findCustomer, findProducts, type OrdersPlatform } from '../peers.ts'
import type { ShownOrder } from '../store/orders.ts'
import { paymentOf } from '../tables.ts'
import type { OrderSearch, StaffSearch } from './schemas.ts'
import { searchTerms } from './search-terms.ts'
import { countOrders, countOrdersOfClients, listOrdersOfClients, searchOrders as search } from './store.ts'

export const formatOrder = ({ paiement, codes, ...order }: ShownOrder) => ({
  ...order,
  ...(codes && { codes }),
  livraison: formatDelivery(order),
  paiement: paymentOf(paiement),
})

/**
 * Returns a page of a customer's orders under all their identifiers: the account's id, its `clientId` and its aliases.
 * Unproven orders are excluded, because strangers may have placed them in the customer's name.
 */
export async function listOrders({ db, peers }: OrdersPlatform, userId: string, search: OrderSearch) {
  const clientIds = identifiersOf(userId, await findCustomer(peers, userId))
  const [orders, total] = await Promise.all([
    listOrdersOfClients(db, clientIds, search),
    countOrdersOfClients(db, clientIds, search),
  ])
  return { data: orders.map(formatOrder), total, limit: search.limit, offset: search.offset }
}

/**
 * Returns a page of the orders that match a search by staff. Any identifier of an account finds the orders under all
 * identifiers of the account.
 A
 * caller limited to `stores` finds the orders that these serve or hand over.
 */
export async function searchOrders(
  { db, peers }: OrdersPlatform,
  totals: ReturnType<typeof createTotalsCache>,
  query: StaffSearch,
  stores: readonly number[] | undefined,
) {
  const { page, limit, sort, statut, paiement, aRembourser, magasinId, search: text } = query
  const [[clientIds, naming], articleIds] = await Promise.all([
    Promise.all([query.clientId, text].map(findIdentifiers)),
    text !== undefined && EAN.test(text) ? findArticleIds(text) : [],
  ])
  const wanted = {
    ...{ statut, paiement, aRembourser, magasinId, stores, ...parsePeriod(query), clientIds },
    ordreIds: query.ordreIds?.split(','),
    search:
      text === undefined
        ? undefined
        : { text, clientIds: naming ?? [], terms: searchTerms(text, articleIds) },
  }
  const [orders, total] = await Promise.all([
    search(db, wanted, { page, limit, sort }),
    totals(wanted, () => countOrders(db, wanted)),
  ])
  return { data: orders.map(formatOrder), total, page, limit }

  /** Returns the ids under which lines have the article: that of its product, or the EAN of an unknown one. */
  async function findArticleIds(ean: string) {
    const products = await findProducts(peers, [{ id: ean }])
    return [ean, ...[...products.values()].map(({ id }) => String(id))]
  }

  /** Returns the given name and, if it names an account, all identifiers of the account; undefined without a name. */
  async function findIdentifiers(named: string | undefined): Promise<string[] | undefined> {
    if (named === undefined) return undefined
    const customer = /^(CLI_\w+|\d{1,15})$/.test(named) ? await findCustomer(peers, named) : undefined
    return identifiersOf(named, customer)
  }
}

const EAN = /^(\d{8}|\d{12,14})$/

const identifiersOf = (named: string, customer: { clientId: string; clientIds: string[] } | undefined) => [
  ...new Set([named, ...(customer ? [customer.clientId, ...customer.clientIds] : [])]),
]
