import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export const markCancelledByCustomer = (tx: Tx, ordreId: string, now: Date) =>
  tx.run(sql`update orders.commande set "annulationClientLe" = ${now} where "ordreId" = ${ordreId}`)

/** Whether an order was cancelled by its own customer, not by the shop. */
export const wasCancelledByCustomer = async (tx: Tx, ordreId: string) =>
  (await tx.first(sql`
    select from orders.commande where "ordreId" = ${ordreId} and "annulationClientLe" is not null`)) !==
  undefined
