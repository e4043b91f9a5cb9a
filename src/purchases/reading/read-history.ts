import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { allowOnlyOwner } from '../../platform/http/caller.ts'
import { paginationOf } from '../../platform/http/pages.ts'
import type { Purchases } from '../context.ts'
import { namedMoment } from '../moment.ts'
import { type Client, clientByAnyIdentifier } from '../peers.ts'
import { known } from '../recording/prepared.ts'
import type { HabitLimits, Habits, HistorySearch } from '../schemas.ts'
import { topCategories, topItems } from './store/habits.ts'
import { countPurchases, type Search, searchPurchases } from './store/search.ts'

/** The customer whose data is asked for: 404 when unknown, 403 when it is another's than the caller's. */
export async function clientOf({ peers }: Purchases, request: FastifyRequest, ref: string): Promise<Client> {
  const client = known(await clientByAnyIdentifier(peers, ref), ref)
  // Not by the number: an account of the shop may have the same one.
  await allowOnlyOwner(request, client.idClient)
  return client
}

/** A page of purchases, newest first; of one customer, or of all. */
export async function readHistory(db: Database, query: HistorySearch, clientId?: number) {
  const { dateFrom, dateTo, ...rest } = query
  const search: Search = {
    ...rest,
    clientId,
    from: dateFrom === undefined ? undefined : namedMoment(dateFrom, 'dateFrom'),
    to: dateTo === undefined ? undefined : namedMoment(dateTo, 'dateTo', true),
  }
  const [data, total] = await Promise.all([searchPurchases(db, search), countPurchases(db, search)])
  return { data, meta: paginationOf(total, query) }
}

const aYearBefore = (moment: Date) =>
  new Date(
    Temporal.Instant.fromEpochMilliseconds(moment.getTime())
      .toZonedDateTimeISO('Europe/Paris')
      .subtract({ years: 1 }).epochMilliseconds,
  )

/** What a customer bought most in the twelve months that end now. */
export async function readHabits(
  { db, clock }: { db: Database; clock: Clock },
  clientId: number,
  limits: HabitLimits,
): Promise<Habits> {
  const asOf = clock.now()
  const period = { clientId, from: aYearBefore(asOf), to: asOf }
  const [categories, items] = await Promise.all([
    topCategories(db, period, limits.limitCategories),
    topItems(db, period, limits.limitItems),
  ])
  return { topCategories: categories, topItems: items, meta: { period: 'last_12_months', asOf, limits } }
}
