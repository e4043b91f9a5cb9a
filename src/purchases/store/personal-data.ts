import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Purchase } from '../schemas.ts'
import { columns } from './purchases.ts'

/** Deleted rows too: they are still there. */
export const purchasesOf = (db: Database, numeros: number[]) =>
  db.rows(sql<Purchase>`
    select ${columns} from purchases.achat where "clientId" = any(${numeros}) order by "purchaseDate", id`)

/** Digits are a product's id, and its name is the catalogue's. Any other article goes by its id alone. Gives its rows. */
export const forgetForeignNames = (tx: Tx, numeros: number[], now: Date) =>
  tx.rows(sql<{ articleId: string }>`
    update purchases.achat set "articleName" = "articleId", "updatedAt" = ${now}
    where "clientId" = any(${numeros}) and "articleId" !~ '^[0-9]+$' and "articleName" <> "articleId"
    returning "articleId"`)

/** Under an identifier that nobody has any more. */
export const forgetBuyers = (tx: Tx, numeros: number[]) =>
  tx.run(sql`
    update purchases.achat set acheteur = null where "clientId" = any(${numeros}) and acheteur is not null`)

/** The names by which these articles can be searched for, as they are still used. */
export async function renameArticles(tx: Tx, articleIds: string[]) {
  await tx.run(sql`
    insert into purchases.article ("articleId", "articleName")
    select distinct id, id from unnest(${articleIds}::text[]) as id order by 1 on conflict do nothing`)
  await tx.run(sql`
    delete from purchases.article as named where "articleId" = any(${articleIds}) and not exists (
      select from purchases.achat
      where "articleId" = named."articleId" and "articleName" = named."articleName" and "deletedAt" is null)`)
}
