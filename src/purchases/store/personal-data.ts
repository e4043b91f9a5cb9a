import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Purchase } from '../schemas.ts'

/** Deleted rows too: they are still there. */
export const purchasesOf = (db: Database, numeros: number[]) =>
  db.rows(sql<Purchase>`
    select * from purchases.achat where "clientId" = any(${numeros}) order by "purchaseDate", id`)

/** Digits are a product's id, and its name is the catalogue's. */
export const forgetForeignNames = (tx: Tx, numeros: number[], now: Date) =>
  tx.run(sql`
    update purchases.achat set "articleName" = "articleId", "updatedAt" = ${now}
    where "clientId" = any(${numeros}) and "articleId" !~ '^[0-9]+$' and "articleName" <> "articleId"`)
