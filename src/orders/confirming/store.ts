import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { PaidOrder } from '../context.ts'

export const findPaidWith = (db: Database, transactionId: string) =>
  db.first(sql<{ ordreId: string }>`
    select "ordreId" from orders.commande where "transactionId" = ${transactionId}`)

type Paid = Pick<
  PaidOrder,
  'ordreId' | 'transactionId' | 'authorizationId' | 'encaissements' | 'versionDestinataire' | 'moyenPaiement'
>

/**
 * Marks orders as paid and their payments as accepted, and queues their sales for counting. `paid` contains each order
 * once, with its transaction and as read before the transaction was checked. Skips orders that are already confirmed or
 * cancelled, or of which another payment has begun or the recipient was corrected since. Returns a map with an entry for
 * each order that it confirmed: whether the order was already delivered. Fails with a violation of `TRANSACTION_INDEX`
 * if a transaction has paid another order. Check and update are one statement because two confirmations may run
 * concurrently.
 */
export const markConfirmed = async (tx: Tx, paid: readonly Paid[], now: Date) => {
  const confirmed = await tx.rows(sql<{ ordreId: string; delivered: boolean }>`
    with confirmed as (
      update orders.commande as known
      set "transactionId" = paid."transactionId", "authorizationId" = paid."authorizationId",
          "moyenPaiement" = paid.moyen,
          "confirmeeLe" = ${now}::timestamptz, "updatedAt" = ${now}::timestamptz,
          "magasinVente" = coalesce("magasinId", magasins[1], 0)
      from unnest(
        ${paid.map(({ ordreId }) => ordreId)}::text[], ${paid.map(({ transactionId }) => transactionId)}::text[],
        ${paid.map(({ authorizationId }) => authorizationId)}::text[],
        ${paid.map(({ encaissements }) => encaissements)}::integer[],
        ${paid.map(({ versionDestinataire }) => versionDestinataire)}::integer[],
        ${paid.map(({ moyenPaiement }) => moyenPaiement)}::text[]
      ) as paid ("ordreId", "transactionId", "authorizationId", encaissements, "versionDestinataire", moyen)
      where known."ordreId" = paid."ordreId" and known.encaissements = paid.encaissements
        and known."versionDestinataire" = paid."versionDestinataire" and "confirmeeLe" is null and statut <> 'ANNULEE'
      returning known.*),
    kept as (
      insert into orders.paiement as known ("ordreId", "transactionId", statut, "montantCents", "commandeLe")
      select "ordreId", "transactionId", 'accepte', "montantTotalCents", "createdAt" from confirmed order by 1
      on conflict ("ordreId", "transactionId") do update set statut = 'accepte' where known.statut = 'en_attente'),
    sold as (
      insert into orders.a_compter ("ordreId", "remboursementId") select "ordreId", '' from confirmed order by 1)
    select "ordreId", "livreeLe" is not null as delivered from confirmed`)
  return new Map(confirmed.map(({ ordreId, delivered }) => [ordreId, delivered]))
}

/** The unique index that prevents a transaction from paying two orders. */
export const TRANSACTION_INDEX = 'commande_transaction'
