import type { FastifyRequest } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { allowOnlyOwner } from '../platform/http/access.ts'
import { paginationOf } from '../platform/http/pages.ts'
import { Problem } from '../platform/http/problem.ts'
import type { Purchases } from './context.ts'
import { momentOf } from './moment.ts'
import { type Client, clientByAnyIdentifier } from './peers.ts'
import type { HabitLimits, Habits, HistorySearch } from './schemas.ts'
import { countPurchases, type Search, searchPurchases, topCategories, topItems } from './store.ts'

/** The customer whose data is asked for: 404 when unknown, 403 when it is another's than the caller's. */
export async function clientOf(
  { peers, config }: Purchases,
  request: FastifyRequest,
  ref: string,
): Promise<Client> {
  const client = await clientByAnyIdentifier(peers, ref)
  if (!client) throw new Problem(404, `Client with id ${ref} not found`)
  // Not by the number: an account of the shop may have the same one.
  await allowOnlyOwner(request, client.idClient, config.apiKeys.length > 0)
  return client
}

function bound(text: string | undefined, name: string, end: boolean): Date | undefined {
  if (text === undefined) return undefined
  const moment = momentOf(text, end)
  if (!moment) throw new Problem(400, `${name} must be an ISO 8601 date`)
  return moment
}

/** A page of purchases, newest first; of one customer, or of all. */
export async function readHistory(db: Database, query: HistorySearch, clientId?: number) {
  const { dateFrom, dateTo, ...rest } = query
  const search: Search = {
    ...rest,
    clientId,
    from: bound(dateFrom, 'dateFrom', false),
    to: bound(dateTo, 'dateTo', true),
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
