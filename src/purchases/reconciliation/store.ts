import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export type ReconciledHistory = {
  ordreId: string
  situee: boolean
  remboursee: boolean
  lignes: number
  montantCents: number
  modifiees: number
  supprimees: number
  supprimeesCents: number
}

/**
 * These orders as far as the history has them. Where the rows of an order stand is known of those that were taken in since it is
 * kept (`situee`). What was changed or deleted by hand is told apart: staff may.
 */
export const historyToReconcile = (db: Database, ordreIds: readonly string[]) =>
  db.rows(sql<ReconciledHistory>`
    select "ordreId", "clientId" is not null as situee, "rembourseeLe" is not null as remboursee, present.*, deleted.*
    from purchases.commande
    cross join lateral (
      select count(*) as lignes, coalesce(sum("totalAmount"), 0)::bigint as "montantCents",
        count(*) filter (where "updatedAt" <> "createdAt") as modifiees
      from purchases.achat
      where achat."clientId" = commande."clientId" and achat."purchaseDate" = commande."purchaseDate"
        and achat."ordreId" = commande."ordreId" and "deletedAt" is null) as present
    cross join lateral (
      select count(*) as supprimees, coalesce(sum("totalAmount"), 0)::bigint as "supprimeesCents"
      from purchases.achat
      where achat."ordreId" = commande."ordreId" and "deletedAt" is not null) as deleted
    where "ordreId" = any(${ordreIds}) order by "ordreId"`)
