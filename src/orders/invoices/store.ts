import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { columns as orderColumns } from '../store/orders.ts'
import type { Order } from '../tables.ts'
import type { DocumentRow, WantedCredit } from './schemas.ts'

const columns = sql`numero, nature, "ordreId", "remboursementId", contenu, "emiseLe", "archiveeLe"`

/** Returns the given orders that are paid, not free, and without an invoice, in order of confirmation. */
export const listOrdersToInvoice = (db: Database, ordreIds: readonly string[]) =>
  db.rows(sql<Order>`
    select ${orderColumns} from orders.commande
    where "ordreId" = any(${ordreIds}) and "confirmeeLe" is not null and "montantTotalCents" > 0
      and not exists (
        select from orders.piece where piece."ordreId" = commande."ordreId" and nature = 'facture')
    order by "confirmeeLe", "ordreId"`)

/** Returns the documents of these orders, by number. */
export const listDocuments = (db: Database, ordreIds: readonly string[]) =>
  db.rows(sql<DocumentRow>`
    select ${columns} from orders.piece where "ordreId" = any(${ordreIds}) order by annee, rang`)

/** Blocks every other transaction from issuing documents until this one ends. */
export const lockSeries = (tx: Tx) => tx.run(sql`select from orders.serie for update`)

/**
 * Allocates the next number and its issue time, which never precedes that of an earlier number even when the clocks
 * of processes differ. Numbers start at 1 each year. A failed transaction rolls its number back.
 */
export const allocateNextNumber = (tx: Tx, annee: number, now: Date) =>
  tx.one(sql<{ annee: number; rang: number; emiseLe: Date }>`
    update orders.serie set
      annee = greatest(annee, ${annee}), rang = case when annee < ${annee} then 1 else rang + 1 end,
      "emiseLe" = greatest("emiseLe", ${now})
    returning annee, rang, "emiseLe"`)

/** After a restore, raises the last number to this one, so that numbers issued since the backup are not reused. */
export const resumeSeries = (tx: Tx, { annee, rang }: { annee: number; rang: number }) =>
  tx.run(sql`
    update orders.serie set annee = ${annee}, rang = ${rang} where (annee, rang) < (${annee}::int, ${rang}::int)`)

type NewDocument = Omit<DocumentRow, 'contenu'> & { contenu: unknown; annee: number; rang: number }

export const insertDocument = (tx: Tx, document: NewDocument) => {
  const { numero, annee, rang, nature, ordreId, remboursementId, contenu, emiseLe, archiveeLe } = document
  return tx.run(sql`
    insert into orders.piece
      (numero, annee, rang, nature, "ordreId", "remboursementId", contenu, "emiseLe", "archiveeLe")
    values (${numero}, ${annee}, ${rang}, ${nature}, ${ordreId}, ${remboursementId}, ${sql.json(contenu)}, ${emiseLe},
      ${archiveeLe})`)
}

/**
 * Stores a pending credit note. Returns false if the refund already has a credit note, is already pending without new
 * details, or would never be credited: its order has no invoice and invoices are off (`issuing` is false).
 */
export const insertWantedCredit = async (
  tx: Tx,
  wanted: Omit<WantedCredit, 'livree'>,
  { issuing, now }: { issuing: boolean; now: Date },
) =>
  (await tx.run(sql`
    insert into orders.avoir_voulu ("remboursementId", "ordreId", "transactionId", "montantCents", lignes, "createdAt")
    select ${wanted.remboursementId}::text, ${wanted.ordreId}::text, ${wanted.transactionId}::text,
      ${wanted.montantCents}::bigint, ${wanted.lignes && sql.json(wanted.lignes)}::json, ${now}::timestamptz
    where not exists (select from orders.piece where "remboursementId" = ${wanted.remboursementId})
      and (${issuing} or exists (select from orders.piece where "ordreId" = ${wanted.ordreId} and nature = 'facture'))
    on conflict ("remboursementId") do update set lignes = excluded.lignes
      where avoir_voulu.lignes is null and excluded.lignes is not null`)) === 1

/**
 * Deletes and returns the pending credit notes of these orders, oldest first; the caller issues them. While a return
 * is in progress, a refund without known goods may belong to it, so it stays pending.
 */
export const consumeWantedCredits = (tx: Tx, ordreIds: readonly string[]) =>
  tx.rows(sql<WantedCredit>`
    with taken as (
      delete from orders.avoir_voulu as wanted where "ordreId" = any(${ordreIds})
        and not (lignes is null and exists (
          select from orders.retour where retour."ordreId" = wanted."ordreId" and "termineLe" is null))
      returning *)
    select "remboursementId", "ordreId", "transactionId", "montantCents", lignes, exists (
      select from orders.commande
      where commande."ordreId" = taken."ordreId" and "conditionsLivraison" is not null) as livree
    from taken
    order by "createdAt", length("remboursementId"), "remboursementId"`)

export const pruneDocuments = (tx: Tx, before: Date, limit: number) =>
  tx.run(sql`
    delete from orders.piece where numero in (
      select numero from orders.piece where "emiseLe" < ${before} order by "emiseLe" limit ${limit})`)
