import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { countOf } from '../counters/store.ts'

/** The next products in the order of creation, deleted ones too, after the one with the id `after`. */
export const productIdsAfter = async (db: Database, after: number, limit: number) =>
  (
    await db.rows(sql<{ id: number }>`
      select id from reference.produit where id > ${after} order by id limit ${limit}`)
  ).map(({ id }) => id)

/** How many products there are that are not deleted. */
export const countProducts = async (db: Database) =>
  (await db.one(sql<{ total: number }>`select ${countOf('produits', '')} as total`)).total
