import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Units } from '../article-units.ts'
import type { ReturnedLine } from './returned-lines.ts'

export type Return = {
  id: number
  ordreId: string
  motif: string | null
  remisEnStock: boolean
  montantCents: number
  /** The part of `montantCents` that is for delivery. */
  livraisonCents: number
  transactionId: string | null
  remboursementId: string | null
  termineLe: Date | null
}

const columns = sql`id, "ordreId", motif, "remisEnStock", "montantCents", "livraisonCents", "transactionId",
  "remboursementId", "termineLe"`

/** Returns the returned units of an order by article, including returns with a pending refund. */
export const listReturnedUnits = (tx: Tx, ordreId: string) =>
  tx.rows(sql<Units>`
    select "articleId", sum(quantite)::bigint as quantite
    from orders.retour join orders.ligne_retour on "retourId" = id
    where "ordreId" = ${ordreId} group by "articleId"`)

type New = Pick<
  Return,
  'ordreId' | 'motif' | 'remisEnStock' | 'montantCents' | 'livraisonCents' | 'transactionId'
> & { retractationId: number | null }

export const insertReturn = (tx: Tx, made: New, lines: readonly ReturnedLine[], now: Date) =>
  tx.one(sql<Return>`
    with retour as (
      insert into orders.retour
        ("ordreId", motif, "remisEnStock", "montantCents", "livraisonCents", "transactionId", "retractationId", "createdAt")
      values (${made.ordreId}, ${made.motif}, ${made.remisEnStock}, ${made.montantCents}, ${made.livraisonCents},
        ${made.transactionId}, ${made.retractationId}, ${now})
      returning ${columns}),
    lignes as (
      insert into orders.ligne_retour ("retourId", "articleId", quantite, "montantCents")
      select retour.id, line.* from retour, json_to_recordset(${sql.json(lines)}::json) as line (
        "articleId" text, quantite bigint, "montantCents" bigint))
    select * from retour`)

export const findReturn = (db: Database, id: number) =>
  db.first(sql<Return>`select ${columns} from orders.retour where id = ${id}`)

export const listReturnedLines = (db: Database, id: number) =>
  db.rows(sql<ReturnedLine>`
    select "articleId", quantite, "montantCents" from orders.ligne_retour where "retourId" = ${id} order by "articleId"`)

/** Lowers the amount of an unfinished return to what is left of the payment. */
export const lowerAmount = (tx: Tx, id: number, montantCents: number) =>
  tx.run(sql`
    update orders.retour set "montantCents" = ${montantCents}
    where id = ${id} and "termineLe" is null and "montantCents" > ${montantCents}`)

/** Marks a return as finished and returns it; undefined if it already was. */
export const finishReturn = (tx: Tx, id: number, remboursementId: string | null, now: Date) =>
  tx.first(sql<Return>`
    update orders.retour set "remboursementId" = ${remboursementId}, "termineLe" = ${now}
    where id = ${id} and "termineLe" is null
    returning ${columns}`)
