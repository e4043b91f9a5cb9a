import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { columns, findTransaction } from '../store.ts'
import type { Status, Transaction } from '../tables.ts'

/**
 * Adds `montantCents`, or the remaining amount, to the refunded amount. Returns undefined if the payment was not
 * accepted, less remains, or the refunded amount differs from `seenCents`. Check and update are one statement, so that
 * concurrent refunds never exceed the payment.
 */
export const addRefundedAmount = (
  tx: Tx,
  id: number,
  { montantCents, seenCents }: { montantCents?: number | undefined; seenCents?: number | undefined },
  now: Date,
) =>
  tx.first(sql<Transaction>`
    update payments.transaction set
      "montantRembourseCents" = ${montantCents ? sql`"montantRembourseCents" + ${montantCents}` : sql`"montantCents"`},
      "updatedAt" = ${now}
    where id = ${id} and "rembourseId" is null and status in ('accepte', 'paye')
      and "montantRembourseCents" + ${montantCents ?? 1}::bigint <= "montantCents"
      ${seenCents === undefined ? sql.empty : sql`and "montantRembourseCents" = ${seenCents}`}
    returning ${columns}`)

type NewRefund = {
  motif?: string | null | undefined
  source?: string | null | undefined
  /** The refund's reference at the provider, if it was made there. */
  reference?: string
}

/** Inserts the refund as a separate transaction, with the amount that `addRefundedAmount` has just added. */
export const insertRefund = (tx: Tx, id: number, { motif, source, reference }: NewRefund, now: Date) =>
  tx.one(sql<Transaction>`
    insert into payments.transaction (
      "montantCents", devise, status, "typePaiement", "orderId", "clientId", moyen, provider, prouve, "rembourseId",
      "authorizationId", motif, source, "createdAt", "updatedAt")
    select
      paid."montantRembourseCents" - coalesce((
        select sum(earlier."montantCents") from payments.transaction earlier where earlier."rembourseId" = paid.id), 0),
      paid.devise, 'accepte', 'remboursement', paid."orderId", paid."clientId", paid.moyen, paid.provider, paid.prouve, paid.id,
      ${reference ?? null}, ${motif ?? null}, ${source ?? null}, ${now}, ${now}
    from payments.transaction paid where paid.id = ${id}
    returning ${columns}`)

/** Returns the refunds of a payment, oldest first. */
export const listRefunds = (tx: Tx, id: number) =>
  tx.rows(sql<Transaction>`
    select ${columns} from payments.transaction where "rembourseId" = ${id} order by id`)

type RefundChange = { status: Status; authorizationId: string | null }

/** Changes a refund from the state in which it was read. */
export const updateRefund = (
  tx: Tx,
  { id, status, authorizationId }: Transaction,
  change: RefundChange,
  now: Date,
) =>
  tx.run(sql`
    update payments.transaction
    set status = ${change.status}, "authorizationId" = ${change.authorizationId}, "updatedAt" = ${now}
    where id = ${id} and status = ${status} and "authorizationId" is not distinct from ${authorizationId}`)

/** Returns the amount of a refund, its reference and the refunded payment; undefined for an unknown refund. */
export async function findRefund(db: Database, id: number) {
  const refund = await db.first(sql<
    Pick<Transaction, 'montantCents' | 'authorizationId'> & { rembourseId: number }
  >`
    select "montantCents", "authorizationId", "rembourseId" from payments.transaction where id = ${id} and "rembourseId" is not null`)
  const payment = refund && (await findTransaction(db, refund.rembourseId))
  return payment && { ...refund, payment }
}
