import { createCounters } from '../platform/database/counters.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Item, Purchase, PurchaseChange } from './schemas.ts'

export const columns = sql`id, "clientId", "articleId", "articleName", quantity, category, "unitPrice", "totalAmount",
  "loyaltyPointsEarned", "purchaseDate", "createdAt", "updatedAt", "deletedAt"`

/** The items of one purchase and their customer; `acheteur` is the identifier under which they were ordered. */
type NewPurchases = {
  client: { id: number }
  purchaseDate: Date
  items: readonly Item[]
  acheteur?: string
  ordreId?: string
}

/** The maximum number of rows per statement, to stay within the statement timeout. */
const MAX_ROWS = 5_000

const linesOf = (purchases: readonly NewPurchases[]) =>
  purchases.flatMap(({ client, purchaseDate, items, acheteur, ordreId }) =>
    items.map(({ articleId, articleName, quantity, category, unitPrice }) => ({
      ...{ articleId, articleName, quantity, category, unitPrice },
      ...{ clientId: client.id, purchaseDate, acheteur, ordreId },
    })),
  )
type Line = ReturnType<typeof linesOf>[number]

/** Inserts the rows of these purchases, in order. */
export async function insertPurchases(tx: Tx, purchases: readonly NewPurchases[], now: Date) {
  const lines = linesOf(purchases)
  for (let i = 0; i < lines.length; i += MAX_ROWS) {
    const some = lines.slice(i, i + MAX_ROWS)
    await Promise.all([tx.run(insertion(some, now)), insertArticleNames(tx, some)])
  }
  await counter.add(tx, [{ nombre: lines.length }])
}

/** Inserts the rows of one purchase and returns them. */
export async function insertPurchase(tx: Tx, purchase: NewPurchases, now: Date) {
  const lines = linesOf([purchase])
  const rows = await tx.rows(sql<Purchase>`${insertion(lines, now)} returning ${columns}`)
  await insertArticleNames(tx, lines)
  await counter.add(tx, [{ nombre: lines.length }])
  return rows
}

const insertion = (lines: readonly Line[], now: Date) => sql`
  insert into purchases.achat (
    "clientId", "articleId", "articleName", quantity, category, "unitPrice", "purchaseDate", acheteur, "ordreId",
    "createdAt", "updatedAt")
  select "clientId", "articleId", "articleName", quantity, category, "unitPrice", "purchaseDate", acheteur, "ordreId",
    ${now}, ${now}
  from rows from (json_to_recordset(${sql.json(lines)}::json) as (
    "clientId" bigint, "articleId" text, "articleName" text, quantity bigint, category text, "unitPrice" bigint,
    "purchaseDate" timestamptz, acheteur text, "ordreId" text
  )) with ordinality as line (
    "clientId", "articleId", "articleName", quantity, category, "unitPrice", "purchaseDate", acheteur, "ordreId", position)
  order by position`

/** Stores the names for the search by name, in sorted order, so that concurrent writers do not deadlock. */
const insertArticleNames = (tx: Tx, articles: readonly Pick<Item, 'articleId' | 'articleName'>[]) =>
  tx.run(sql`
    insert into purchases.article ("articleId", "articleName")
    select distinct "articleId", "articleName"
    from json_to_recordset(${sql.json(articles.map(({ articleId, articleName }) => ({ articleId, articleName })))}::json)
      as line ("articleId" text, "articleName" text)
    order by 1, 2
    on conflict do nothing`)

/** The number of purchases that are not deleted. */
export const counter = createCounters(sql`purchases.compteur`)

export const findPurchase = (db: Database, id: number) =>
  db.first(sql<Purchase>`select ${columns} from purchases.achat where id = ${id} and "deletedAt" is null`)

/** Changes the given fields and returns the purchase; undefined if it is unknown or deleted. */
export async function updatePurchase(tx: Tx, id: number, change: PurchaseChange, now: Date) {
  const changed = await tx.first(sql<Purchase>`
    update purchases.achat set
      "articleId" = coalesce(${change.articleId}, "articleId"),
      "articleName" = coalesce(${change.articleName}, "articleName"),
      "unitPrice" = coalesce(${change.unitPrice}, "unitPrice"),
      quantity = coalesce(${change.quantity}, quantity),
      "updatedAt" = ${now}
    where id = ${id} and "deletedAt" is null
    returning ${columns}`)
  if (changed) await insertArticleNames(tx, [changed])
  return changed
}

/** An order in the history, with the customer and date that locate its rows. */
export type RecordedOrder = { ordreId: string; clientId: number; purchaseDate: Date }

/** Soft-deletes the rows of an order. */
export async function deletePurchasesOf(
  tx: Tx,
  { ordreId, clientId, purchaseDate }: RecordedOrder,
  now: Date,
) {
  const deleted = await tx.run(sql`
    update purchases.achat set "deletedAt" = ${now}, "updatedAt" = ${now}
    where "clientId" = ${clientId} and "purchaseDate" = ${purchaseDate} and "ordreId" = ${ordreId} and "deletedAt" is null`)
  await counter.add(tx, [{ nombre: -deleted }])
}

/** Soft-deletes a purchase. Returns false if it does not exist or is already deleted. */
export async function deletePurchase(tx: Tx, id: number, now: Date) {
  const deleted = await tx.run(sql`
    update purchases.achat set "deletedAt" = ${now}, "updatedAt" = ${now}
    where id = ${id} and "deletedAt" is null`)
  if (deleted === 0) return false
  await counter.add(tx, [{ nombre: -1 }])
  return true
}

/** Returns the purchases of customers, including soft-deleted ones. */
export const listPurchasesOfClients = (db: Database, numeros: number[]) =>
  db.rows(sql<Purchase>`
    select ${columns} from purchases.achat where "clientId" = any(${numeros}) order by "purchaseDate", id`)

/**
 * Replaces the names of articles that are not products with their ids, and returns the article id of each changed row.
 * An id of digits counts as a product, whose name is not personal data.
 */
export const replaceNonProductNames = (tx: Tx, numeros: number[], now: Date) =>
  tx.column(sql<{ articleId: string }>`
    update purchases.achat set "articleName" = "articleId", "updatedAt" = ${now}
    where "clientId" = any(${numeros}) and "articleId" !~ '^[0-9]+$' and "articleName" <> "articleId"
    returning "articleId"`)

/** Removes the identifiers under which the purchases of these customers were ordered. */
export const clearBuyers = (tx: Tx, numeros: number[]) =>
  tx.run(sql`
    update purchases.achat set acheteur = null where "clientId" = any(${numeros}) and acheteur is not null`)

/** Makes these articles searchable by their ids, and deletes their names that no undeleted purchase carries. */
export async function renameArticles(tx: Tx, articleIds: string[]) {
  await tx.run(sql`
    insert into purchases.article ("articleId", "articleName")
    select distinct id, id from unnest(${articleIds}::text[]) as id order by 1 on conflict do nothing`)
  await tx.run(sql`
    delete from purchases.article as named where "articleId" = any(${articleIds}) and not exists (
      select from purchases.achat
      where "articleId" = named."articleId" and "articleName" = named."articleName" and "deletedAt" is null)`)
}
