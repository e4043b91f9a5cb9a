import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ReconciledPayment } from '../transaction-schemas.ts'

/**
 * Returns the next payments after an id, or the payments with these ids, each with the number and total of its refunds
 * and its published statuses in order.
 */
export const listPaymentsToReconcile = (
  db: Database,
  which: { after: number; limit: number } | { ids: number[] },
) =>
  db.rows(sql<ReconciledPayment>`
    select payment.id, "orderId", status, "montantCents", "montantRembourseCents", litige, "createdAt", "updatedAt",
      refunds.remboursements, refunds."remboursementsCents", refunds."remboursementsEchoues",
      coalesce(announced.annonces, '{}') as annonces
    from payments.transaction payment
    cross join lateral (
      select count(*) as remboursements, coalesce(sum("montantCents"), 0)::bigint as "remboursementsCents",
        count(*) filter (where status = 'refuse') as "remboursementsEchoues"
      from payments.transaction where "rembourseId" = payment.id) refunds
    cross join lateral (
      select array_agg(status order by id) as annonces
      from payments.annonce where "transactionId" = payment.id) announced
    where "rembourseId" is null
      and ${'ids' in which ? sql`payment.id = any(${which.ids})` : sql`payment.id > ${which.after}`}
    order by payment.id limit ${'ids' in which ? which.ids.length : which.limit}`)

export const readLastTransactionId = (db: Database) =>
  db.value(sql<{ last: number }>`select coalesce(max(id), 0) as last from payments.transaction`)
