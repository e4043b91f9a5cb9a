import type { Static } from 'typebox'
import type { Database } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { HabitLimits, Habits, HistorySearch, Months, Purchase, ReconciledHistory } from '../schemas.ts'
import { columns, counter } from '../store.ts'

export type Search = Omit<HistorySearch, 'dateFrom' | 'dateTo'> & {
  /** Undefined: all customers. */
  clientId?: number | undefined
  /** Limits the purchases to those ordered under one of these identifiers. */
  buyers?: readonly string[] | undefined
  from?: Date | undefined
  until?: Date | undefined
}

const contains = (part: string) =>
  sql`plain("articleName") like '%' || plain(${part.replaceAll(/[\\%_]/g, '\\$&')}) || '%'`

/**
 * One customer's rows are few enough to scan. Among all customers, the name is searched in the table of names; the
 * planner then selects the purchases of the matching articles or, if these are many, scans from the newest purchase.
 * Comparing the names of ten million purchases directly took 19 s.
 */
function nameFilter(part: string, clientId: number | undefined) {
  if (clientId !== undefined) return sql`and ${contains(part)}`
  const matches = sql`purchases.article where ${contains(part)}`
  return sql`
    and "articleId" in (select "articleId" from ${matches})
    and "articleName" in (select "articleName" from ${matches})`
}

const matching = (search: Search) => sql`
  "deletedAt" is null
  ${search.clientId === undefined ? sql.empty : sql`and "clientId" = ${search.clientId}`}
  ${search.buyers === undefined ? sql.empty : sql`and acheteur = any(${search.buyers})`}
  ${search.from ? sql`and "purchaseDate" >= ${search.from}` : sql.empty}
  ${search.until ? sql`and "purchaseDate" < ${search.until}` : sql.empty}
  ${search.minAmount === undefined ? sql.empty : sql`and "totalAmount" >= ${search.minAmount}`}
  ${search.maxAmount === undefined ? sql.empty : sql`and "totalAmount" <= ${search.maxAmount}`}
  ${search.articleId ? sql`and "articleId" = ${search.articleId}` : sql.empty}
  ${search.articleName ? nameFilter(search.articleName, search.clientId) : sql.empty}`

/** The best plan of a search by name depends on the name, so each such statement is planned on its own. */
const planned = <Row>(statement: Sql<Row>, { articleName }: Search) =>
  (articleName ? statement.unprepared() : statement).fromReplica()

export const searchPurchases = (db: Database, search: Search) =>
  db.rows(
    planned(
      sql<Purchase>`
        select ${columns} from purchases.achat where ${matching(search)}
        order by "purchaseDate" desc, id desc ${sql.page(search.limit, (search.page - 1) * search.limit)}`,
      search,
    ),
  )

const narrows = ({ page, limit, ...filters }: Search) =>
  Object.values(filters).some(value => value !== undefined && value !== '')

export async function countPurchases(db: Database, search: Search) {
  const total = narrows(search)
    ? sql<{ total: number }>`select count(*) as total from purchases.achat where ${matching(search)}`
    : sql<{ total: number }>`select ${counter.total()} as total`
  return db.value(planned(total, search))
}

export type PurchaseOwner = Pick<Search, 'buyers'> & { clientId: number }
type Period = PurchaseOwner & { from: Date; to: Date }

const during = ({ clientId, buyers, from, to }: Period) => sql`
  "deletedAt" is null and "clientId" = ${clientId} and "purchaseDate" > ${from} and "purchaseDate" <= ${to}
  ${buyers === undefined ? sql.empty : sql`and acheteur = any(${buyers})`}`

/** Sums are capped at the largest integer that JSON represents exactly. */
const MAX_TOTAL = sql.raw(String(Number.MAX_SAFE_INTEGER))
const sums = sql`
  least(sum(quantity), ${MAX_TOTAL})::bigint as "totalQuantity", least(sum("totalAmount"), ${MAX_TOTAL})::bigint as "totalAmount"`

export const listTopCategories = (db: Database, period: Period, limit: HabitLimits['limitCategories']) =>
  db.rows(
    sql<Habits['topCategories'][number]>`
    select category, ${sums} from purchases.achat
    where ${during(period)} and category is not null
    group by category order by 2 desc, 3 desc, 1 limit ${limit}`.fromReplica(),
  )

/** The most purchased items, each under its latest name. */
export const listTopItems = (db: Database, period: Period, limit: HabitLimits['limitItems']) =>
  db.rows(
    sql<Habits['topItems'][number]>`
    select "articleId", ${sums},
      (array_agg("articleName" order by "purchaseDate" desc, id desc))[1] as "articleName"
    from purchases.achat
    where ${during(period)}
    group by "articleId" order by 2 desc, 3 desc, 1 limit ${limit}`.fromReplica(),
  )

/** Returns the sums of each month in Paris that has purchases, oldest first. */
export const sumByMonth = (db: Database, period: Period) =>
  db.rows(
    sql<Static<typeof Months>['data'][number]>`
    select to_char("purchaseDate" at time zone 'Europe/Paris', 'YYYY-MM') as mois, ${sums}
    from purchases.achat
    where ${during(period)}
    group by 1 order by 1`.fromReplica(),
  )

/** Returns the total of a customer's purchases, without deleted ones. */
export const sumAllPurchases = (db: Database, clientId: number) =>
  db.one(
    sql<Static<typeof Months>['total']>`
    select least(coalesce(sum(quantity), 0), ${MAX_TOTAL})::bigint as "totalQuantity",
      least(coalesce(sum("totalAmount"), 0), ${MAX_TOTAL})::bigint as "totalAmount"
    from purchases.achat where "deletedAt" is null and "clientId" = ${clientId}`.fromReplica(),
  )

/**
 * Returns the history of these orders. `situee`: whether the customer and the date that locate the order's rows are
 * stored; records of older versions, and of refunds that arrived before their order, lack them. Changed and deleted
 * rows have their own counts, because staff may change and delete rows, and a refund deletes them.
 */
export const listHistoryToReconcile = (db: Database, ordreIds: readonly string[]) =>
  db.rows(sql<ReconciledHistory>`
    select "ordreId", "clientId" is not null as situee, "rembourseeLe" is not null as remboursee, present.*, deleted.*
    from purchases.commande
    cross join lateral (
      select count(*) as lignes, coalesce(sum("totalAmount"), 0)::bigint as "montantCents",
        count(*) filter (where "updatedAt" <> "createdAt") as modifiees
      from purchases.achat
      where achat."clientId" = commande."clientId" and achat."purchaseDate" = commande."purchaseDate"
        and achat."ordreId" = commande."ordreId" and "deletedAt" is null) as present
    cross join lateral (
      select count(*) as supprimees, coalesce(sum("totalAmount"), 0)::bigint as "supprimeesCents"
      from purchases.achat
      where achat."ordreId" = commande."ordreId" and "deletedAt" is not null) as deleted
    where "ordreId" = any(${ordreIds}) order by "ordreId"`)
