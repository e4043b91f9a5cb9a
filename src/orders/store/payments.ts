import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Order } from '../tables.ts'

/**
 * The payment that confirmed the order, or before that the latest that did not fail: an order has one live payment at
 * most.
 */
export const paymentColumn = sql`(
  select json_build_object('etat', etat, 'montantCents', "montantCents", 'rembourseCents', "rembourseCents")
  from orders.paiement where paiement."ordreId" = commande."ordreId" and etat is not null
  order by paiement."transactionId" is not distinct from commande."transactionId" desc,
    length(paiement."transactionId") desc, paiement."transactionId" desc limit 1) as paiement`

/** The state of a payment as a message reports it. */
export type PaymentUpdate = {
  ordreId: string
  transactionId: string
  statut: string
  /** The amount; the order's total when undefined. */
  montantCents?: number | undefined
  rembourseCents: number
}

/**
 * Stores reported payments, in any order of arrival: a payment leaves `en_attente` once, and its refunded amount only
 * increases. `updates` must contain each payment at most once; payments of unknown orders are ignored.
 */
export const upsertPayments = (tx: Tx, updates: readonly PaymentUpdate[]) =>
  tx.run(sql`
    insert into orders.paiement as known ("ordreId", "transactionId", statut, "montantCents", "rembourseCents", "commandeLe")
    select "ordreId", updates."transactionId", updates.statut, coalesce("montantCents", "montantTotalCents"), "rembourseCents",
      "createdAt"
    from json_to_recordset(${sql.json(updates)}::json) as updates (
      "ordreId" text, "transactionId" text, statut text, "montantCents" bigint, "rembourseCents" bigint)
    join orders.commande using ("ordreId")
    order by 1, 2
    on conflict ("ordreId", "transactionId") do update set
      statut = case when known.statut = 'en_attente' then excluded.statut else known.statut end,
      "rembourseCents" = greatest(known."rembourseCents", excluded."rembourseCents")
      where known.statut = 'en_attente' and excluded.statut <> 'en_attente'
        or known."rembourseCents" < excluded."rembourseCents"`)

/** Inserts a payment without a transaction for each free order, and queues its sale for counting. */
export const insertFreePayments = (tx: Tx, orders: readonly { ordreId: string; createdAt: Date }[]) =>
  tx.run(sql`
    with free as (
      select * from unnest(
        ${orders.map(({ ordreId }) => ordreId)}::text[], ${orders.map(({ createdAt }) => createdAt)}::timestamptz[]
      ) as free (id, placed)),
    sold as (insert into orders.a_compter ("ordreId", "remboursementId") select id, '' from free)
    insert into orders.paiement ("ordreId", "transactionId", statut, "montantCents", "commandeLe")
    select id, '', 'accepte', 0, placed from free`)

export type Refund = {
  remboursementId: string
  ordreId: string
  transactionId: string
  montantCents: number
  /** The remaining paid amount after this refund. */
  resteCents: number
}

/** Inserts refunds and returns the new ones. */
export const insertRefunds = (tx: Tx, refunds: readonly Refund[], now: Date) =>
  tx.rows(sql<Refund>`
    insert into orders.remboursement ("remboursementId", "ordreId", "transactionId", "montantCents", "resteCents", "createdAt")
    select "remboursementId", "ordreId", "transactionId", "montantCents", "resteCents", ${now}
    from json_to_recordset(${sql.json(refunds)}::json) as given (
      "remboursementId" text, "ordreId" text, "transactionId" text, "montantCents" bigint, "resteCents" bigint)
    order by 1
    on conflict do nothing
    returning "remboursementId", "ordreId", "transactionId", "montantCents", "resteCents"`)

/** Returns the refunds of these payments, of each payment in the order in which they were made. */
export const listRefunds = (tx: Tx, paid: readonly Pick<Order, 'ordreId' | 'transactionId'>[]) =>
  tx.rows(sql<Refund>`
    select "remboursementId", "ordreId", "transactionId", "montantCents", "resteCents"
    from unnest(
      ${paid.map(({ ordreId }) => ordreId)}::text[], ${paid.map(({ transactionId }) => transactionId)}::text[]
    ) as paid ("ordreId", "transactionId") join orders.remboursement using ("ordreId", "transactionId")
    order by "ordreId", "resteCents" desc`)
