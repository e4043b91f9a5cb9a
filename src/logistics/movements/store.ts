import type { Database, Tx } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { PageNumbers } from '../../platform/http/pages.ts'
import { currentChanges } from '../../platform/trace.ts'
import type { StockMovement, StockRef } from '../stock-schemas.ts'

/** The cause of a movement. `reference` is the order, or the other store of a transfer. */
export type Cause = Pick<StockMovement, 'nature'> & { reference?: Sql; motif?: string | null }

/**
 * Returns the common table expression `moved`, which records the rows of `source` as movements: `physique` is their
 * physical stock afterwards, `difference` its increase. Rows without a difference are not recorded.
 */
export const movementsSql = (
  source: Sql,
  { nature, reference = sql`null`, motif = null }: Cause,
  now: Date,
) => sql`
  moved as (
    insert into logistics.mouvement (
      "productId", "storeId", nature, quantite, "stockApres", reference, motif, auteur, "createdAt")
    select "productId", "storeId", ${nature}, difference, physique,
      (${reference})::text, ${motif}::text,
      ${currentChanges()[0]?.author.name ?? null}::text, ${now}::timestamptz
    from ${source} where difference <> 0 order by "productId", "storeId")`

const ofStock = ({ storeId, productId }: StockRef) => sql`
  from logistics.mouvement where "storeId" = ${storeId} and "productId" = ${productId}`

/** Returns a page of the movements of a product in a store, newest first. */
export const readMovementPage = (db: Database, ref: StockRef, { page, limit }: PageNumbers) =>
  db.rows(
    sql<StockMovement>`
    select id, nature, quantite, "stockApres", reference, motif, auteur, "createdAt" ${ofStock(ref)}
    order by id desc ${sql.page(limit, (page - 1) * limit)}`.fromReplica(),
  )

export const countMovements = (db: Database, ref: StockRef) =>
  db.value(sql<{ total: number }>`select count(*) as total ${ofStock(ref)}`.fromReplica())

/**
 * Deletes up to `limit` of the oldest movements that were recorded before a time, and returns their number. Ids rise
 * with the time, so that the primary key finds them without an index of its own.
 */
export const deleteMovementsBefore = (tx: Tx, before: Date, limit: number) =>
  tx.run(sql`
    with oldest as materialized (select id, "createdAt" from logistics.mouvement order by id limit ${limit})
    delete from logistics.mouvement using oldest where mouvement.id = oldest.id and oldest."createdAt" < ${before}`)
