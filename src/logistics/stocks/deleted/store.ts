import type { Database, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/**
 * Waits for who is adding rows of stock, and lets nobody add one until the transaction ends: a row of a product that is
 * deleted in the meantime is seen here, or is not added.
 */
export const holdNewRows = (tx: Tx) => tx.run(sql`lock table logistics.magasin in exclusive mode`)

/** Gives those that were not known as deleted. */
export const keepDeleted = async (tx: Tx, productIds: readonly number[]) =>
  (
    await tx.rows(sql<{ id: number }>`
      insert into logistics.produit_supprime ("productId")
      select distinct id from unnest(${productIds}::bigint[]) id order by id
      on conflict do nothing returning "productId" as id`)
  ).map(({ id }) => id)

/** Locked in the order in which reservations lock them. */
export const hideStocks = (tx: Tx, productIds: readonly number[]) =>
  tx.run(sql`
    with locked as materialized (
      select id from logistics.stock where "productId" = any(${productIds}::bigint[])
      order by "productId", "storeId" for update)
    update logistics.stock set supprime = true from locked where stock.id = locked.id`)

export const countDeleted = async (db: Database) =>
  (await db.one(sql<{ total: number }>`select count(*) as total from logistics.produit_supprime`)).total
