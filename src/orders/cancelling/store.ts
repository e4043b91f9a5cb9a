import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export const markCancelledWithRefund = (tx: Tx, ordreId: string, now: Date) =>
  tx.run(sql`update orders.commande set "annulationClientLe" = ${now} where "ordreId" = ${ordreId}`)

/** Whether an order was cancelled in a way that refunds it, not by a change of its status. */
export const wasCancelledWithRefund = async (tx: Tx, ordreId: string) =>
  (await tx.first(sql`
    select from orders.commande where "ordreId" = ${ordreId} and "annulationClientLe" is not null`)) !==
  undefined
