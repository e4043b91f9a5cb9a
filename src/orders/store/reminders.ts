import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Order } from '../tables.ts'
import { columns } from './orders.ts'

/**
 * Marks up to `limit` unpaid orders of proven customers that were placed in a period, the oldest first, and returns
 * them. An order is marked once, and not while a payment of it is pending or accepted.
 */
export const markReminded = (tx: Tx, { from, to }: { from: Date; to: Date }, limit: number, now: Date) =>
  tx.rows(sql<Order>`
    with due as (
      select "ordreId" as id from orders.commande
      where statut = 'EN_ATTENTE' and "createdAt" > ${from} and "createdAt" <= ${to}
        and "confirmeeLe" is null and prouve and "rappelLe" is null
        and not exists (
          select from orders.paiement
          where paiement."ordreId" = commande."ordreId" and statut in ('en_attente', 'accepte', 'paye')
            and "rembourseCents" < "montantCents")
      order by "createdAt", "ordreId" limit ${limit} for update skip locked)
    update orders.commande set "rappelLe" = ${now}
    from due where "ordreId" = due.id
    returning ${columns}`)
