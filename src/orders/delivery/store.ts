import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { DeliveryMethod } from '../delivery-schemas.ts'

const names = sql`code, nom, description, type, zones, tarifs, "offertDesCents", "delaiJours", "suiviUrl", "tauxTva", actif`

/** The columns of a `DeliveryMethod`. */
export const methodColumns = sql`code, nom, description, type, zones, tarifs, "offertDesCents", "delaiJours",
  "suiviUrl", "tauxTva"::float8 as "tauxTva", actif`

const recordOf = (method: DeliveryMethod) =>
  sql`json_populate_record(null::orders.mode_livraison, ${sql.json(method)}::json)`

export const listMethods = (db: Database) =>
  db.rows(sql<DeliveryMethod>`select ${methodColumns} from orders.mode_livraison order by code`)

export const findMethod = (db: Database, code: string) =>
  db.first(
    sql<DeliveryMethod>`select ${methodColumns} from orders.mode_livraison where code = ${code}`.pointRead(),
  )

/** Locks a method and returns it with whether an order has it; undefined for an unknown one. */
export const lockMethod = (tx: Tx, code: string) =>
  tx.first(sql<DeliveryMethod & { utilise: boolean }>`
    select ${methodColumns}, utilise from orders.mode_livraison where code = ${code} for update`)

/** Inserts a method. Returns undefined, inserting nothing, if another has its code. */
export const insertMethod = (tx: Tx, method: DeliveryMethod, now: Date) =>
  tx.first(sql<DeliveryMethod>`
    insert into orders.mode_livraison (${names}, "createdAt", "updatedAt")
    select ${names}, ${now}::timestamptz, ${now}::timestamptz from ${recordOf(method)}
    on conflict do nothing
    returning ${methodColumns}`)

export const updateMethod = (tx: Tx, method: DeliveryMethod, now: Date) =>
  tx.one(sql<DeliveryMethod>`
    update orders.mode_livraison set "updatedAt" = ${now}, (${names}) = (select ${names} from ${recordOf(method)})
    where code = ${method.code}
    returning ${methodColumns}`)

export const deleteMethod = (tx: Tx, code: string) =>
  tx.run(sql`delete from orders.mode_livraison where code = ${code}`)

/**
 * Marks methods as used, in the transaction that inserts their orders. It waits for a concurrent change or deletion of
 * a method, after which the version of the promotions differs and the order is not inserted.
 */
export const markUsed = (tx: Tx, codes: readonly string[]) =>
  tx.run(sql`
    update orders.mode_livraison set utilise = true
    where code in (
      select code from orders.mode_livraison where code = any(${codes}) and not utilise order by code for update)`)
