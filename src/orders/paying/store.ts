import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { columns } from '../store/orders.ts'
import type { Order } from '../tables.ts'

/** Says that a payment begins, for an order that still waits for one. Undefined otherwise. Never shortens a reservation. */
export const recordPaymentBegun = (tx: Tx, ordreId: string, until: Date, now: Date) =>
  tx.first(sql<Order & { reserveeJusque: Date }>`
    update orders.commande
    set encaissements = encaissements + 1, "reserveeJusque" = greatest("reserveeJusque", ${until}), "updatedAt" = ${now}
    where "ordreId" = ${ordreId} and "confirmeeLe" is null and statut <> 'ANNULEE'
    returning ${columns}`)

/** The payment was refused: the goods are held no longer than before, unless another one has begun since. */
export const withdrawPaymentBegun = (tx: Tx, { ordreId, reserveeJusque }: Order, encaissements: number) =>
  tx.run(sql`
    update orders.commande set "reserveeJusque" = ${reserveeJusque}
    where "ordreId" = ${ordreId} and encaissements = ${encaissements}`)
