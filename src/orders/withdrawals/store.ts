import type { Database, Tx } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Units } from '../article-units.ts'
import { paymentColumn } from '../store/payments.ts'
import type { PaymentRow } from '../tables.ts'
import type { NewWithdrawal, WITHDRAWAL_STATES, WithdrawalDecision, WithdrawalQuery } from './schemas.ts'

export type DeclaredArticles = NonNullable<NewWithdrawal['articles']> | null

/** A declaration that is not confirmed yet, or a withdrawal. */
export type Declaration = {
  id: number
  ordreId: string
  nom: string
  courriel: string
  articles: DeclaredArticles
  createdAt: Date
  recuLe: Date | null
}

export type Withdrawal = Declaration & {
  recuLe: Date
  aRembourserAvant: Date
  statut: (typeof WITHDRAWAL_STATES)[number]
  motif: string | null
  commandeConnue: boolean
  /** The units that it concerns, of articles of the order, each once; null without such an order. */
  unites: Units[] | null
  /** Whether it concerns all units of the order. */
  entiere: boolean
}

const declared = sql`id, "ordreId", nom, courriel, articles, "createdAt", "recuLe"`
const columns = sql`${declared}, "aRembourserAvant", statut, motif, "commandeConnue", unites, entiere`

export const insertDeclaration = (tx: Tx, jeton: Buffer, given: NewWithdrawal, now: Date) =>
  tx.run(sql`
    insert into orders.retractation (jeton, "ordreId", nom, courriel, articles, "createdAt")
    values (${jeton}, ${given.ordreId}, ${given.nom}, ${given.courriel},
      ${given.articles ? sql.json(given.articles) : null}, ${now})`)

export const findByToken = (db: Database, jeton: Buffer) =>
  db.first(sql<Declaration>`select ${declared} from orders.retractation where jeton = ${jeton}`)

type Confirmation = Pick<
  Withdrawal,
  'recuLe' | 'aRembourserAvant' | 'statut' | 'commandeConnue' | 'unites' | 'entiere'
>

/** Confirms a declaration. Returns false, changing nothing, if it already is confirmed. */
export const markConfirmed = async (tx: Tx, id: number, confirmed: Confirmation) =>
  (await tx.run(sql`
    update orders.retractation set "recuLe" = ${confirmed.recuLe}, "aRembourserAvant" = ${confirmed.aRembourserAvant},
      statut = ${confirmed.statut}, "commandeConnue" = ${confirmed.commandeConnue}, entiere = ${confirmed.entiere},
      unites = ${confirmed.unites ? sql.json(confirmed.unites) : null}
    where id = ${id} and "recuLe" is null`)) === 1

/** Returns a confirmed withdrawal. */
export const findWithdrawal = (db: Database, id: number) =>
  db.first(
    sql<Withdrawal>`select ${columns} from orders.retractation where id = ${id} and statut is not null`,
  )

type Decided = WithdrawalDecision & { unites: Units[] | null }

/** Decides on a withdrawal that waits for staff; returns undefined, changing nothing, if it does not wait. */
export const markDecided = (tx: Tx, id: number, { statut, motif, unites }: Decided) =>
  tx.first(sql<Withdrawal>`
    update orders.retractation set statut = ${statut}, motif = ${motif}, unites = ${unites && sql.json(unites)}
    where id = ${id} and statut = 'a_verifier'
    returning ${columns}`)

export const markRefunded = (tx: Tx, ids: readonly number[]) =>
  tx.run(sql`
    update orders.retractation set statut = 'remboursee' where id = any(${ids}::bigint[]) and statut = 'acceptee'`)

/** The facts about a locked order that a withdrawal depends on. */
export type Coverage = {
  paiement: PaymentRow | null
  /** Whether the declared e-mail address is that of the order. */
  memeCourriel: boolean
  /** The units that were withdrawn or returned, each article once. */
  prises: Units[]
}

/** Reads the coverage of an order; `own` is the order's address. Addresses are compared without case, as elsewhere. */
export const readCoverage = (
  tx: Tx,
  ordreId: string,
  { courriel, own }: { courriel: string; own: string | null },
) =>
  tx.one(sql<Coverage>`
    select ${paymentColumn}, coalesce(lower(${own}::text) = lower(${courriel}::text), false) as "memeCourriel", (
      select coalesce(json_agg(taken order by "articleId"), '[]') from (
        select "articleId", sum(quantite)::bigint as quantite from (
          select "articleId", quantite from orders.retour join orders.ligne_retour on "retourId" = id
          where "ordreId" = ${ordreId} and "retractationId" is null
          union all
          select "articleId", quantite from orders.retractation
            cross join json_to_recordset(unites) as named ("articleId" text, quantite bigint)
          where "ordreId" = ${ordreId} and statut in ('acceptee', 'remboursee')) as each
        group by "articleId") as taken) as prises
    from orders.commande where "ordreId" = ${ordreId}`)

/** A confirmed withdrawal with the units returned for it, each article once. */
export type FollowedWithdrawal = Pick<Withdrawal, 'id' | 'statut' | 'entiere'> & {
  unites: Units[]
  revenues: Units[]
}

/** Returns the confirmed withdrawals of an order. */
export const listWithdrawalsOfOrder = (tx: Tx, ordreId: string) =>
  tx.rows(sql<FollowedWithdrawal>`
    select id, statut, entiere, coalesce(unites, '[]') as unites, (
      select coalesce(json_agg(back), '[]') from (
        select "articleId", sum(quantite)::bigint as quantite
        from orders.retour join orders.ligne_retour on "retourId" = retour.id
        where "ordreId" = ${ordreId} and "retractationId" = retractation.id group by "articleId") as back) as revenues
    from orders.retractation where "ordreId" = ${ordreId} and statut is not null order by id`)

/** `stores` are those to which the caller is limited. */
type Filter = Pick<WithdrawalQuery, 'statut' | 'commandeConnue'> & { stores?: readonly number[] | undefined }

const matching = ({ statut, commandeConnue, stores }: Filter): Sql => sql`statut is not null
  ${statut === undefined ? sql.empty : sql`and statut = ${statut}`}
  ${commandeConnue === undefined ? sql.empty : sql`and "commandeConnue" = ${commandeConnue}`}
  ${
    stores === undefined
      ? sql.empty
      : sql`and exists (
    select from orders.commande
    where commande."ordreId" = retractation."ordreId" and magasins && ${stores}::bigint[])`
  }`

/** Returns a page of the confirmed withdrawals, the earliest date of refund first. */
export const listWithdrawals = (db: Database, filter: Filter, { page, limit }: WithdrawalQuery) =>
  db.rows(sql<Withdrawal>`
    select ${columns} from orders.retractation where ${matching(filter)}
    order by "aRembourserAvant", id ${sql.page(limit, (page - 1) * limit)}`)

export const countWithdrawals = (db: Database, filter: Filter) =>
  db.value(sql<{ total: number }>`
    select count(*) as total from orders.retractation where ${matching(filter)}`)

/** Deletes declarations that were not confirmed, and withdrawals of orders that do not exist, created before these times. */
export const pruneWithdrawals = (tx: Tx, before: { declared: Date; unknown: Date }) =>
  tx.run(sql`
    delete from orders.retractation
    where "recuLe" is null and "createdAt" < ${before.declared}
      or not "commandeConnue" and "createdAt" < ${before.unknown}`)
