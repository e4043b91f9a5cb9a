import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { type ShownOrder, shownColumns } from '../store/orders.ts'
import type { Refund } from '../store/payments.ts'
import type { GoodsBack } from './schemas.ts'

export type WholeOrder = ShownOrder & { updatedAt: Date }

export const findWholeOrder = (db: Database, ordreId: string) =>
  db.first(sql<WholeOrder>`
    select ${shownColumns}, "updatedAt" from orders.commande where "ordreId" = ${ordreId}`)

/** The returns of an order with what came back, in their order. */
export const returnsOf = (db: Database, ordreId: string) =>
  db.rows(sql<GoodsBack>`
    select id as "retourId", motif, "remisEnStock", "montantCents", "remboursementId", "createdAt", "termineLe", (
      select json_agg(json_build_object('articleId', "articleId", 'quantite', quantite) order by "articleId")
      from orders.ligne_retour where "retourId" = id) as articles
    from orders.retour where "ordreId" = ${ordreId} order by id`)

export const refundsOfOrder = (db: Database, ordreId: string) =>
  db.rows(sql<Omit<Refund, 'ordreId' | 'resteCents'> & { createdAt: Date }>`
    select "remboursementId", "transactionId", "montantCents", "createdAt"
    from orders.remboursement where "ordreId" = ${ordreId} order by "createdAt", "remboursementId"`)
