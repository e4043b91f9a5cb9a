import type { StockState } from '../../logistics/contract.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { acquireLock } from '../../platform/database/locks.ts'
import { sql } from '../../platform/database/sql.ts'

/** Locks the read model until the end of the transaction, after waiting for the transactions that update it. */
export const lockReadModel = (tx: Tx) => acquireLock(tx, 'catalogue.read-model')

/**
 * Stores the states that are newer than the stored ones, and returns the products whose stock may have changed. With
 * `requestedAt`, the states are the response to a request that was sent at this time, and also replace those that were
 * stored before it, whatever their version.
 */
export const upsertStocks = (tx: Tx, states: readonly StockState[], now: Date, requestedAt: Date | null) =>
  tx.column(sql<{ produit: number }>`
    insert into catalogue.stock as known (produit, magasin, version, disponible, "vuLe")
    select distinct on ("productId", "storeId") "productId", "storeId", version, disponible, ${now}::timestamptz
    from json_to_recordset(${sql.json(states)}::json)
      as given ("productId" bigint, "storeId" bigint, version integer, disponible boolean)
    order by "productId", "storeId", version desc
    on conflict (produit, magasin) do update
      set version = excluded.version, disponible = excluded.disponible, "vuLe" = excluded."vuLe"
      where known.version < excluded.version
        or (known."vuLe" < ${requestedAt}::timestamptz
          and (known.version, known.disponible) <> (excluded.version, excluded.disponible))
    returning produit`)

const sold = (ids: readonly number[]) => sql`
  select produit, bool_or(disponible) as "enStock" from catalogue.stock
  where produit = any(${ids}::bigint[]) group by produit`

/** Returns the products that are sold out in every store with a stock row. */
export const findSoldOut = async (tx: Tx, ids: readonly number[]) =>
  new Set(
    await tx.column(sql<{ produit: number }>`
      select produit from (${sold(ids)}) as sold where not "enStock"`),
  )

/** Updates the availability of products from the stocks of their stores. */
export const updateAvailability = (tx: Tx, ids: readonly number[]) =>
  tx.run(sql`
    update catalogue.produit set "enStock" = sold."enStock" from (${sold(ids)}) as sold
    where id = produit and produit."enStock" <> sold."enStock"`)

/** Returns the time of the last complete read of stocks from logistics; null if one is required. */
export const getStocksReadAt = async (db: Database) =>
  (await db.first(sql<{ at: Date | null }>`select "stocksLusLe" as at from catalogue.synchronisation`))?.at ??
  null

export const updateStocksReadAt = (tx: Tx, at: Date | null) =>
  tx.run(sql`
    insert into catalogue.synchronisation ("stocksLusLe") values (${at})
    on conflict (id) do update set "stocksLusLe" = excluded."stocksLusLe"`)
