import type { Database, Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { HabitLimits, Habits, Item, Purchase, PurchaseChange } from './schemas.ts'

const columns = sql`id, "clientId", "articleId", "articleName", quantity, category, "unitPrice", "totalAmount",
  "loyaltyPointsEarned", "purchaseDate", "createdAt", "updatedAt", "deletedAt"`

export type NewPurchases = { clientId: number; purchaseDate: Date; items: readonly Item[]; now: Date }

export const insertPurchases = (tx: Tx, { clientId, purchaseDate, items, now }: NewPurchases) =>
  tx.rows(sql<Purchase>`
    insert into purchases.achat (
      "clientId", "articleId", "articleName", quantity, category, "unitPrice", "purchaseDate", "createdAt", "updatedAt")
    select ${clientId}, item."articleId", item."articleName", item.quantity, item.category, item."unitPrice",
      ${purchaseDate}, ${now}, ${now}
    from rows from (jsonb_to_recordset(${sql.json(items)}) as (
      "articleId" text, "articleName" text, quantity bigint, category text, "unitPrice" bigint
    )) with ordinality as item ("articleId", "articleName", quantity, category, "unitPrice", position)
    order by item.position
    returning ${columns}`)

/** False when the order is in the history already. */
export const recordOrder = async (tx: Tx, ordreId: string, now: Date) =>
  (await tx.run(sql`
    insert into purchases.commande ("ordreId", "createdAt") values (${ordreId}, ${now}) on conflict do nothing`)) ===
  1

/**
 * Notes what came under a requestId: 'new', 'same' when this very data came before, 'other' when other data did.
 * Deliveries of one requestId wait for one another at its row.
 */
export async function recordRequest(tx: Tx, requestId: string, fingerprint: string, now: Date) {
  const noted = await tx.first(sql<{ versions: number }>`
    insert into purchases.message as known ("requestId", fingerprints, "createdAt")
    values (${requestId}, array[${fingerprint}::text], ${now})
    on conflict ("requestId") do update set fingerprints = known.fingerprints || excluded.fingerprints
      where not known.fingerprints @> excluded.fingerprints
    returning cardinality(fingerprints) as versions`)
  if (!noted) return 'same'
  return noted.versions === 1 ? 'new' : 'other'
}

export const findPurchase = (db: Database, id: number) =>
  db.first(sql<Purchase>`select ${columns} from purchases.achat where id = ${id} and "deletedAt" is null`)

/** Changes the fields that are given; undefined when there is no such purchase. */
export const updatePurchase = (tx: Tx, id: number, change: PurchaseChange, now: Date) =>
  tx.first(sql<Purchase>`
    update purchases.achat set
      "articleId" = coalesce(${change.articleId}, "articleId"),
      "articleName" = coalesce(${change.articleName}, "articleName"),
      "unitPrice" = coalesce(${change.unitPrice}, "unitPrice"),
      quantity = coalesce(${change.quantity}, quantity),
      "updatedAt" = ${now}
    where id = ${id} and "deletedAt" is null
    returning ${columns}`)

/** Soft. False when there is no such purchase. */
export const deletePurchase = async (tx: Tx, id: number, now: Date) =>
  (await tx.run(sql`
    update purchases.achat set "deletedAt" = ${now}, "updatedAt" = ${now}
    where id = ${id} and "deletedAt" is null`)) === 1

export type Search = {
  page: number
  limit: number
  /** All customers without it. */
  clientId?: number
  from?: Date
  to?: Date
  minAmount?: number
  maxAmount?: number
  articleId?: string
  articleName?: string
}

const matching = ({ clientId, from, to, minAmount, maxAmount, articleId, articleName }: Search) => sql`
  "deletedAt" is null
  ${clientId === undefined ? sql.empty : sql`and "clientId" = ${clientId}`}
  ${from ? sql`and "purchaseDate" >= ${from}` : sql.empty}
  ${to ? sql`and "purchaseDate" <= ${to}` : sql.empty}
  ${minAmount === undefined ? sql.empty : sql`and "totalAmount" >= ${minAmount}`}
  ${maxAmount === undefined ? sql.empty : sql`and "totalAmount" <= ${maxAmount}`}
  ${articleId ? sql`and "articleId" = ${articleId}` : sql.empty}
  ${articleName ? sql`and plain("articleName") like '%' || plain(${articleName.replaceAll(/[\\%_]/g, '\\$&')}) || '%'` : sql.empty}`

export const searchPurchases = (db: Database, search: Search) =>
  db.rows(sql<Purchase>`
    select ${columns} from purchases.achat where ${matching(search)}
    order by "purchaseDate" desc, id desc limit ${search.limit} offset ${(search.page - 1) * search.limit}`)

export const countPurchases = async (db: Database, search: Search) =>
  (await db.first(
    sql<{ total: number }>`select count(*) as total from purchases.achat where ${matching(search)}`,
  ))!.total

type Period = { clientId: number; from: Date; to: Date }

const during = ({ clientId, from, to }: Period) => sql`
  "deletedAt" is null and "clientId" = ${clientId} and "purchaseDate" > ${from} and "purchaseDate" <= ${to}`

const sums = sql`sum(quantity)::bigint as "totalQuantity", sum("totalAmount")::bigint as "totalAmount"`

export const topCategories = (db: Database, period: Period, limit: HabitLimits['limitCategories']) =>
  db.rows(sql<Habits['topCategories'][number]>`
    select category, ${sums} from purchases.achat
    where ${during(period)} and category is not null
    group by category order by 2 desc, 3 desc, 1 limit ${limit}`)

/** An article goes by the name that it was last bought under. */
export const topItems = (db: Database, period: Period, limit: HabitLimits['limitItems']) =>
  db.rows(sql<Habits['topItems'][number]>`
    select "articleId", ${sums},
      (array_agg("articleName" order by "purchaseDate" desc, id desc))[1] as "articleName"
    from purchases.achat
    where ${during(period)}
    group by "articleId" order by 2 desc, 3 desc, 1 limit ${limit}`)
