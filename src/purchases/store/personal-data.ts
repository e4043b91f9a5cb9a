import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Purchase } from '../schemas.ts'

/** Deleted rows too: they are still there. */
export const purchasesOf = (db: Database, numeros: number[]) =>
  db.rows(sql<Purchase>`
    select * from purchases.achat where "clientId" = any(${numeros}) order by "purchaseDate", id`)
