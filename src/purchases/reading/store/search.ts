import type { Database } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Purchase } from '../../schemas.ts'
import { columns, counter } from '../../store/purchases.ts'

export type Search = {
  page: number
  limit: number
  /** All customers without it. */
  clientId?: number | undefined
  /** Of that customer's, only what was ordered under one of these identifiers. */
  buyers?: readonly string[] | undefined
  from?: Date | undefined
  until?: Date | undefined
  minAmount?: number
  maxAmount?: number
  articleId?: string
  articleName?: string
}

const contains = (part: string) =>
  sql`plain("articleName") like '%' || plain(${part.replaceAll(/[\\%_]/g, '\\$&')}) || '%'`

/**
 * One customer's rows are few enough to be read. Among all, the names are looked up where each stands once; their articles
 * lead to the purchases, unless they are so many that reading from the newest is sooner done. To compare the names of ten
 * million purchases themselves took 19 s.
 */
function named(part: string, clientId: number | undefined) {
  if (clientId !== undefined) return sql`and ${contains(part)}`
  const matches = sql`purchases.article where ${contains(part)}`
  return sql`
    and "articleId" in (select "articleId" from ${matches})
    and "articleName" in (select "articleName" from ${matches})`
}

const matching = ({
  clientId,
  buyers,
  from,
  until,
  minAmount,
  maxAmount,
  articleId,
  articleName,
}: Search) => sql`
  "deletedAt" is null
  ${clientId === undefined ? sql.empty : sql`and "clientId" = ${clientId}`}
  ${buyers === undefined ? sql.empty : sql`and acheteur = any(${buyers})`}
  ${from ? sql`and "purchaseDate" >= ${from}` : sql.empty}
  ${until ? sql`and "purchaseDate" < ${until}` : sql.empty}
  ${minAmount === undefined ? sql.empty : sql`and "totalAmount" >= ${minAmount}`}
  ${maxAmount === undefined ? sql.empty : sql`and "totalAmount" <= ${maxAmount}`}
  ${articleId ? sql`and "articleId" = ${articleId}` : sql.empty}
  ${articleName ? named(articleName, clientId) : sql.empty}`

/** What a search by name costs depends on the name, so it is planned anew each time. */
const planned = <Row>(statement: Sql<Row>, { articleName }: Search) =>
  (articleName ? statement.unprepared() : statement).fromReplica()

export const searchPurchases = (db: Database, search: Search) =>
  db.rows(
    planned(
      sql<Purchase>`
        select ${columns} from purchases.achat where ${matching(search)}
        order by "purchaseDate" desc, id desc limit ${search.limit} offset ${(search.page - 1) * search.limit}`,
      search,
    ),
  )

const narrows = ({ page, limit, ...filters }: Search) =>
  Object.values(filters).some(value => value !== undefined && value !== '')

export async function countPurchases(db: Database, search: Search) {
  const total = narrows(search)
    ? sql<{ total: number }>`select count(*) as total from purchases.achat where ${matching(search)}`
    : sql<{ total: number }>`select ${counter.total()} as total`
  return (await db.one(planned(total, search))).total
}
