import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { OrderStatus } from '../schemas.ts'

export type ReconciledOrder = {
  ordreId: string
  statut: OrderStatus
  montantTotalCents: number
  transactionId: string | null
  confirmeeLe: Date | null
}

/** Orders of these ids; or, after an id, those that a transaction has paid. */
export const ordersToReconcile = (
  db: Database,
  which: { after: string; limit: number } | { ids: string[] },
) =>
  db.rows(sql<ReconciledOrder>`
    select "ordreId", statut, "montantTotalCents", "transactionId", "confirmeeLe" from orders.commande
    where ${
      'ids' in which
        ? sql`"ordreId" = any(${which.ids})`
        : sql`"ordreId" > ${which.after} and "transactionId" is not null`
    }
    order by "ordreId" limit ${'ids' in which ? which.ids.length : which.limit}`)
