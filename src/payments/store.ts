import type { Database, Tx } from '../platform/database/database.ts'
import { acquireLocks } from '../platform/database/locks.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import type { Period } from '../platform/moment.ts'
import type { DisputeState, NewTransaction, Outcome, Status, Transaction } from './tables.ts'
import type { TransactionQuery } from './transaction-schemas.ts'

export const columns = sql`id, "montantCents", devise, status, "typePaiement", "orderId", "clientId",
  "authorizationId", moyen, provider, carte, "montantRembourseCents", "lienId", "savePaymentMethod",
  prouve, "rembourseId", motif, source, litige, "createdAt", "updatedAt"`

/**
 * Matches payments, not refunds, that are pending, or accepted and not fully refunded. `isLive` applies this rule to a
 * payment.
 */
const live = sql`"rembourseId" is null and status in ('en_attente', 'accepte', 'paye')
  and "montantRembourseCents" < "montantCents"`

export const isLive = ({ status, montantCents, montantRembourseCents }: Transaction) =>
  ['en_attente', 'accepte', 'paye'].includes(status) && montantRembourseCents < montantCents

/**
 * Inserts payments as `en_attente` and returns them in the given order. Skips a payment whose order or link already
 * has a live payment, or whose order was closed after the payment was admitted.
 */
export async function insertTransactions(tx: Tx, payments: readonly NewTransaction[], now: Date) {
  const each = (of: (payment: NewTransaction) => unknown, type: string) => sql.list(payments.map(of), type)
  const inserted = await tx.rows(sql<Transaction>`
    insert into payments.transaction (
      "montantCents", devise, status, "typePaiement", "orderId", "clientId", "authorizationId", moyen, provider,
      carte, "lienId", occurence_credit, differe, fidelise, "savePaymentMethod", prouve, "magasinId",
      "createdAt", "updatedAt")
    select cents, devise, 'en_attente', type, "orderId", client, "authorizationId", moyen, provider, carte, lien,
      credit, differe::json, fidelise, garder, prouve, magasin, ${now}::timestamptz, ${now}::timestamptz
    from unnest(
      ${each(p => p.montantCents, 'bigint')}, ${each(p => p.devise, 'text')}, ${each(p => p.typePaiement, 'text')},
      ${each(p => p.orderId, 'text')}, ${each(p => p.clientId, 'text')}, ${each(p => p.authorizationId, 'text')},
      ${each(p => p.moyen, 'text')}, ${each(p => p.provider, 'text')}, ${each(p => p.carte, 'text')},
      ${each(p => p.lienId, 'uuid')}, ${each(p => p.occurence_credit, 'integer')},
      ${each(p => sql.json(p.differe), 'text')}, ${each(p => p.fidelise, 'bigint')},
      ${each(p => p.savePaymentMethod, 'boolean')}, ${each(p => p.prouve, 'boolean')},
      ${each(p => p.magasinId, 'text')}, ${each(p => p.admission, 'integer')}
    ) with ordinality as new (cents, devise, type, "orderId", client, "authorizationId", moyen, provider, carte, lien,
      credit, differe, fidelise, garder, prouve, magasin, admission, place)
    where not exists (
      select from payments.commande_close as close
      where close."orderId" = new."orderId" and new.admission <= close.admission)
    order by place
    on conflict do nothing
    returning ${columns}`)
  // The statement assigns ids in the order of `place`, but `returning` guarantees no order.
  return inserted.sort((a, b) => a.id - b.id)
}

const where = (condition: Sql) =>
  sql<Transaction>`select ${columns} from payments.transaction where ${condition}`.pointRead()

export const findTransaction = (db: Database, id: number) => db.first(where(sql`id = ${id}`))

/** Reads a transaction that exists: transactions are never deleted. */
export const readTransaction = (db: Database, id: number) => db.one(where(sql`id = ${id}`))

/** Returns the latest payment among these; refunds are not payments. */
const findLatest = (db: Database, whose: Sql) =>
  db.first(where(sql`${whose} and "rembourseId" is null order by id desc limit 1`))

export const findLatestOfOrder = (db: Database, orderId: string) =>
  findLatest(db, sql`"orderId" = ${orderId}`)

export const findLatestOfLink = (db: Database, lienId: string) => findLatest(db, sql`"lienId" = ${lienId}`)

export const findLiveOfOrder = (db: Database, orderId: string) =>
  db.first(where(sql`"orderId" = ${orderId} and ${live}`))

export const findByAuthorization = (db: Database, authorizationId: string) =>
  db.first(where(sql`"authorizationId" = ${authorizationId}`))

/** Blocks other changes of a payment until the transaction ends. */
export const lockPayment = (tx: Tx, id: number) =>
  tx.one(sql<Transaction>`
  select ${columns} from payments.transaction where id = ${id} for update`)

export const updateDispute = (tx: Tx, id: number, litige: DisputeState, now: Date) =>
  tx.run(sql`
    update payments.transaction set litige = ${litige}, "updatedAt" = ${now}
    where id = ${id} and litige is distinct from ${litige}`)

type OfClient = { clientIds: string[]; provenAlone: boolean }

/** Returns the next transactions of a customer after an id, by id. */
export const listClientTransactions = (
  db: Database,
  { clientIds, provenAlone }: OfClient,
  after: number,
  limit: number,
) =>
  db.rows(sql<Transaction>`
    select ${columns} from payments.transaction
    where "clientId" = any(${clientIds}) ${provenAlone ? sql`and prouve` : sql.empty} and id > ${after}
    order by id limit ${limit}`)

type TransactionSearch = Pick<TransactionQuery, 'status' | 'orderId' | 'clientId' | 'nature'> & Period

const matching = ({ status, orderId, clientId, nature, from, until }: TransactionSearch) => sql`
  true
  ${status ? sql`and status = ${status}` : sql.empty}
  ${orderId === undefined ? sql.empty : sql`and "orderId" = ${orderId}`}
  ${clientId === undefined ? sql.empty : sql`and "clientId" = ${clientId}`}
  ${nature === undefined ? sql.empty : nature === 'paiement' ? sql`and "rembourseId" is null` : sql`and "rembourseId" is not null`}
  ${from ? sql`and "createdAt" >= ${from}` : sql.empty}
  ${until ? sql`and "createdAt" < ${until}` : sql.empty}`

function orderOf({ from, until }: TransactionSearch, falling: boolean) {
  if (from || until) return falling ? sql`"createdAt" desc, id desc` : sql`"createdAt", id`
  return falling ? sql`id desc` : sql`id`
}

/**
 * Searches transactions in ascending or descending order of creation. A search by period uses the index on creation
 * time, other searches the order of ids.
 */
export const searchTransactions = (
  db: Database,
  search: TransactionSearch,
  { page, limit, sort }: Pick<TransactionQuery, 'page' | 'limit' | 'sort'>,
) =>
  db.rows(sql<Transaction>`
    select ${columns} from payments.transaction where ${matching(search)}
    order by ${orderOf(search, sort === '-createdAt')} ${sql.page(limit, (page - 1) * limit)}`)

export const countTransactions = (db: Database, search: TransactionSearch) =>
  db.value(
    sql<{ total: number }>`select count(*) as total from payments.transaction where ${matching(search)}`,
  )

type Outcomes = { status: Status; rembourse: boolean; nombre: number; montantCents: number }

/**
 * Counts the transactions created in a period, and totals those in euros, by status and separately for refunds. Uses
 * the index on creation time.
 */
export const countOutcomes = (db: Database, from: Date, until: Date) =>
  db.rows(
    sql<Outcomes>`
    select status, "rembourseId" is not null as rembourse, count(*) as nombre,
      coalesce(sum("montantCents") filter (where upper(devise) = 'EUR'), 0)::bigint as "montantCents"
    from payments.transaction where "createdAt" >= ${from} and "createdAt" < ${until}
    group by 1, 2 order by 1, 2`.fromReplica(),
  )

/** Ends pending payments. Returns those that this call ended, so that concurrent calls never end a payment twice. */
export const endPending = (tx: Tx, ids: number[], status: Outcome, now: Date) =>
  tx.rows(sql<Transaction>`
    update payments.transaction set status = ${status}, "updatedAt" = ${now}
    where id = any(${ids}) and status = 'en_attente'
    returning ${columns}`)

export type PendingPayment = Pick<Transaction, 'id' | 'provider'>

/** Returns the next pending payments after an id that were created before `before`, by id. */
export const listPendingBefore = (db: Database, before: Date, after: number, limit: number) =>
  db.rows(sql<PendingPayment>`
    select id, provider from payments.transaction
    where status = 'en_attente' and "createdAt" < ${before} and id > ${after} order by id limit ${limit}`)

/** Blocks other transactions from inserting payments of these orders or closing them until this one ends. */
export const lockOrders = (tx: Tx, orderIds: readonly string[]) =>
  orderIds.length > 0 ? acquireLocks(tx, 'payments.order', orderIds) : undefined

/** Whether one of these payments was admitted before its order was closed. */
export const hasClosedOrder = async (
  tx: Tx,
  payments: readonly Pick<NewTransaction, 'orderId' | 'admission'>[],
) =>
  (await tx.first(sql`
    select from payments.commande_close as close
    join unnest(
      ${payments.map(({ orderId }) => orderId)}::text[], ${payments.map(({ admission }) => admission)}::integer[]
    ) as new ("orderId", admission) on close."orderId" = new."orderId" and new.admission <= close.admission
    limit 1`)) !== undefined

/** Closes an order to payments that were admitted up to this number: `insertTransactions` skips them. */
export const upsertOrderClosure = (tx: Tx, orderId: string, admission: number, now: Date) =>
  tx.run(sql`
    insert into payments.commande_close ("orderId", admission, "createdAt") values (${orderId}, ${admission}, ${now})
    on conflict ("orderId") do update
    set admission = greatest(commande_close.admission, excluded.admission), "createdAt" = excluded."createdAt"`)

export const pruneOrderClosures = (tx: Tx, before: Date) =>
  tx.run(sql`delete from payments.commande_close where "createdAt" < ${before}`)

type Announcement = { transactionId: number; status: string; remboursementId: number | null; at: Date }

export const insertAnnouncements = (tx: Tx, announced: readonly Announcement[]) =>
  tx.run(sql`
    insert into payments.annonce ("transactionId", status, "remboursementId", "createdAt")
    select * from unnest(
      ${announced.map(each => each.transactionId)}::bigint[], ${announced.map(each => each.status)}::text[],
      ${announced.map(each => each.remboursementId)}::bigint[], ${announced.map(each => each.at)}::timestamptz[])`)
