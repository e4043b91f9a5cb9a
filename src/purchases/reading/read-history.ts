import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { inParis } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { allowOnlyOwner, hasIdentifier, requireCustomer } from '../../platform/http/caller.ts'
import { paginationOf } from '../../platform/http/pages.ts'
import { parsePeriod } from '../../platform/moment.ts'
import { Problem } from '../../platform/problem.ts'
import {
  findClientByAnyIdentifier,
  findCreditedClient,
  hasProvenEmail,
  isNumber,
  type PurchasesPlatform,
} from '../peers.ts'
import { requireClient } from '../recording/record-orders.ts'
import type { HabitLimits, Habits, HistorySearch, Months } from '../schemas.ts'
import {
  countPurchases,
  listTopCategories,
  listTopItems,
  type PurchaseOwner,
  type Search,
  searchPurchases,
  sumAllPurchases,
  sumByMonth,
} from './store.ts'

/**
 * Returns the owner of the purchases that the caller may read. Throws 401 for a caller who is not signed in, 403 for
 * another customer, 404 for an unknown one. An account with an unproven e-mail address sees only its own orders among
 * the purchases of the loyalty customer with that address, and none if there is no such customer.
 */
export async function authorizeHistoryAccess(
  { peers }: PurchasesPlatform,
  request: FastifyRequest,
  ref: string,
): Promise<PurchaseOwner> {
  const { caller, routeOptions } = request
  if (!caller.may(...(routeOptions.config.rights ?? []))) {
    const customer = await requireCustomer(caller)
    if (!(await hasProvenEmail(peers, customer))) {
      // Checked before loyalty is queried, so that the answer does not reveal whether a loyalty number exists.
      if (isNumber(ref) || !hasIdentifier(customer, ref))
        throw new Problem(403, 'donnees-d-autrui', 'This belongs to another customer')
      return { clientId: (await findCreditedClient(peers, ref))?.id ?? NOBODY, buyers: customer.names }
    }
  }
  const client = requireClient(await findClientByAnyIdentifier(peers, ref), ref)
  // Compared by the `CLI_` identifier, because the id of the caller's account may equal another customer's number.
  await allowOnlyOwner(request, client.idClient)
  return { clientId: client.id }
}

/** No loyalty customer has this number, because numbers start at 1. */
const NOBODY = 0

/** Returns a page of the purchases of one customer, or of all, newest first. */
export async function readHistory(db: Database, query: HistorySearch, whose?: PurchaseOwner) {
  const { dateFrom: _, dateTo: __, ...rest } = query
  const search: Search = { ...rest, ...whose, ...parsePeriod(query) }
  const [found, total] = await Promise.all([searchPurchases(db, search), countPurchases(db, search)])
  // An unproven account must not see the loyalty number: a low number reveals that somebody registered the address long
  // before.
  const data = whose?.buyers ? found.map(row => ({ ...row, clientId: NOBODY })) : found
  return { data, meta: paginationOf(total, query) }
}

const yearsBefore = (years: number, moment: Date) =>
  new Date(inParis(moment).subtract({ years }).epochMilliseconds)

/** Returns the top categories and items of the last twelve months. */
export async function readHabits(
  { db, clock }: PurchasesPlatform,
  whose: PurchaseOwner,
  limits: HabitLimits,
): Promise<Habits> {
  const asOf = clock.now()
  const period = { ...whose, from: yearsBefore(1, asOf), to: asOf }
  const [categories, items] = await Promise.all([
    listTopCategories(db, period, limits.limitCategories),
    listTopItems(db, period, limits.limitItems),
  ])
  return { topCategories: categories, topItems: items, meta: { period: 'last_12_months', asOf, limits } }
}

/** Returns the totals of each month of the last two years that has purchases, and the total of all time. */
export async function readMonths(
  { db, clock }: PurchasesPlatform,
  { clientId }: PurchaseOwner,
): Promise<Static<typeof Months>> {
  const to = clock.now()
  const [data, total] = await Promise.all([
    sumByMonth(db, { clientId, from: yearsBefore(2, to), to }),
    sumAllPurchases(db, clientId),
  ])
  return { data, total }
}
