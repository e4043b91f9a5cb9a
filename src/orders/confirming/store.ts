import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export const findPaidWith = (db: Database, transactionId: string) =>
  db.first(sql<{ ordreId: string }>`
    select "ordreId" from orders.commande where "transactionId" = ${transactionId}`)

/** `encaissements`: how many payments had begun when the transaction was looked at. */
export type Paid = {
  ordreId: string
  transactionId: string
  authorizationId: string | null
  encaissements: number
}

/**
 * Marks orders as paid, and their payments as made, and has their sales counted: those for which it was not too late, and no
 * other payment has begun, by their ids, and whether they had been delivered before. Two confirmations may race, so the check and the change are one statement.
 * Each order is named once.
 */
export const markConfirmed = async (tx: Tx, paid: readonly Paid[], now: Date) => {
  const confirmed = await tx.rows(sql<{ ordreId: string; delivered: boolean }>`
    with confirmed as (
      update orders.commande as known
      set "transactionId" = paid."transactionId", "authorizationId" = paid."authorizationId",
          "confirmeeLe" = ${now}::timestamptz, "updatedAt" = ${now}::timestamptz,
          "magasinVente" = coalesce("magasinId", magasins[1], 0)
      from unnest(
        ${paid.map(({ ordreId }) => ordreId)}::text[], ${paid.map(({ transactionId }) => transactionId)}::text[],
        ${paid.map(({ authorizationId }) => authorizationId)}::text[],
        ${paid.map(({ encaissements }) => encaissements)}::integer[]
      ) as paid ("ordreId", "transactionId", "authorizationId", encaissements)
      where known."ordreId" = paid."ordreId" and known.encaissements = paid.encaissements and "confirmeeLe" is null and statut <> 'ANNULEE'
      returning known.*),
    kept as (
      insert into orders.paiement as known ("ordreId", "transactionId", statut, "montantCents", "commandeLe")
      select "ordreId", "transactionId", 'accepte', "montantTotalCents", "createdAt" from confirmed order by 1
      on conflict ("ordreId", "transactionId") do update set statut = 'accepte' where known.statut = 'en_attente'),
    sold as (
      insert into orders.a_compter ("ordreId", "remboursementId") select "ordreId", '' from confirmed order by 1)
    select "ordreId", "livreeLe" is not null as delivered from confirmed`)
  return new Map(confirmed.map(({ ordreId, delivered }) => [ordreId, { delivered }]))
}

/** The unique index that lets a transaction pay one order only. */
export const ONE_ORDER_A_TRANSACTION = 'commande_transaction'

/** The reservation was released. False when a payment has begun since `encaissements` were counted. */
export const recordRelease = async (tx: Tx, ordreId: string, encaissements: number, now: Date) =>
  (await tx.run(sql`
    update orders.commande set "reserveeJusque" = null, "updatedAt" = ${now}
    where "ordreId" = ${ordreId} and encaissements = ${encaissements}`)) === 1
