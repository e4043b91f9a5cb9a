import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { OrderSearch, StatusChange, StatusHistory } from '../schemas.ts'
import type { Order } from '../tables.ts'

const columns = sql`"ordreId", statut, "clientId", "montantTotalCents", articles, lignes, "adresseLivraison",
  "clientInfo", "transactionId", "authorizationId", encaissements, "reserveeJusque", "confirmeeLe", "createdAt"`

/** An order and the version of the promotions with which its total was worked out. */
export type NewOrder = { order: Order; promotions: number }

/**
 * Keeps new orders, their articles with them, in one statement: the ids of those that were kept. The others' promotions have
 * changed.
 */
export const insertOrders = async (tx: Tx, placed: readonly NewOrder[]) => {
  const each = <T>(of: (order: Order) => T) => placed.map(({ order }) => of(order))
  const inserted = await tx.rows(sql<{ ordreId: string }>`
    insert into orders.commande (
      "ordreId", statut, "clientId", "montantTotalCents", articles, lignes, "adresseLivraison", "clientInfo",
      "reserveeJusque", "confirmeeLe", "createdAt", "updatedAt")
    select "ordreId", statut, "clientId", cents, articles::json, lignes::json, adresse::json, info::json,
      reservee, confirmee, created, created
    from unnest(
      ${each(o => o.ordreId)}::text[], ${each(o => o.statut)}::text[], ${each(o => o.clientId)}::text[],
      ${each(o => o.montantTotalCents)}::bigint[], ${each(o => sql.json(o.articles))}::text[],
      ${each(o => sql.json(o.lignes))}::text[], ${each(o => sql.json(o.adresseLivraison))}::text[],
      ${each(o => sql.json(o.clientInfo))}::text[], ${each(o => o.reserveeJusque)}::timestamptz[],
      ${each(o => o.confirmeeLe)}::timestamptz[], ${each(o => o.createdAt)}::timestamptz[],
      ${placed.map(({ promotions }) => promotions)}::bigint[]
    ) as new ("ordreId", statut, "clientId", cents, articles, lignes, adresse, info, reservee, confirmee, created, version)
    join orders.promotions_version using (version)
    returning "ordreId"`)
  return new Set(inserted.map(({ ordreId }) => ordreId))
}

export const findOrder = (db: Database, ordreId: string) =>
  db.first(sql<Order>`select ${columns} from orders.commande where "ordreId" = ${ordreId}`.brief())

export const findPaidWith = (db: Database, transactionId: string) =>
  db.first(sql<{ ordreId: string }>`
    select "ordreId" from orders.commande where "transactionId" = ${transactionId}`)

const ofClients = (clientIds: string[], { statut }: OrderSearch) => sql`
  "clientId" = any(${clientIds}) ${statut ? sql`and statut = ${statut}` : sql.empty}`

/** Newest first. */
export const ordersOf = (db: Database, clientIds: string[], search: OrderSearch) =>
  db.rows(sql<Order>`
    select ${columns} from orders.commande where ${ofClients(clientIds, search)}
    order by "createdAt" desc, "ordreId" desc limit ${search.limit} offset ${search.offset}`)

export const countOrdersOf = async (db: Database, clientIds: string[], search: OrderSearch) =>
  (
    await db.one(
      sql<{
        total: number
      }>`select count(*) as total from orders.commande where ${ofClients(clientIds, search)}`,
    )
  ).total

export type Paid = { ordreId: string; transactionId: string; authorizationId: string | null }

/**
 * Marks orders as paid: the ids of those for which it was not too late. Two confirmations may race, so the check and the
 * change are one statement. Each order is named once.
 */
export const markConfirmed = async (tx: Tx, paid: readonly Paid[], now: Date) => {
  const confirmed = await tx.rows(sql<{ ordreId: string }>`
    update orders.commande as known
    set "transactionId" = paid."transactionId", "authorizationId" = paid."authorizationId",
        "confirmeeLe" = ${now}::timestamptz, "updatedAt" = ${now}::timestamptz
    from unnest(
      ${paid.map(({ ordreId }) => ordreId)}::text[], ${paid.map(({ transactionId }) => transactionId)}::text[],
      ${paid.map(({ authorizationId }) => authorizationId)}::text[]
    ) as paid ("ordreId", "transactionId", "authorizationId")
    where known."ordreId" = paid."ordreId" and "confirmeeLe" is null and statut <> 'ANNULEE'
    returning known."ordreId"`)
  return new Set(confirmed.map(({ ordreId }) => ordreId))
}

/** The unique index that lets a transaction pay one order only. */
export const ONE_ORDER_A_TRANSACTION = 'commande_transaction'

/** Says that a payment begins, for an order that still waits for one. Undefined otherwise. Never shortens a reservation. */
export const recordPaymentBegun = (tx: Tx, ordreId: string, until: Date, now: Date) =>
  tx.first(sql<Order & { reserveeJusque: Date }>`
    update orders.commande
    set encaissements = encaissements + 1, "reserveeJusque" = greatest("reserveeJusque", ${until}), "updatedAt" = ${now}
    where "ordreId" = ${ordreId} and "confirmeeLe" is null and statut <> 'ANNULEE'
    returning ${columns}`)

/** The reservation was released. False when a payment has begun since `encaissements` were counted. */
export const recordRelease = async (tx: Tx, ordreId: string, encaissements: number, now: Date) =>
  (await tx.run(sql`
    update orders.commande set "reserveeJusque" = null, "updatedAt" = ${now}
    where "ordreId" = ${ordreId} and encaissements = ${encaissements}`)) === 1

/** Undefined when there is no such order. The row stays locked until the transaction ends. */
export const changeStatus = (tx: Tx, ordreId: string, statut: string, now: Date) =>
  tx.first(sql<Order>`
    update orders.commande
    set statut = ${statut}, "updatedAt" = ${now},
        "expedieeLe" = case when ${statut} in ('EXPEDIEE', 'LIVREE') then coalesce("expedieeLe", ${now}) else "expedieeLe" end
    where "ordreId" = ${ordreId}
    returning ${columns}`)

export const recordStatus = (tx: Tx, ordreId: string, change: StatusChange, now: Date) =>
  tx.run(sql`
    insert into orders.changement_statut ("ordreId", statut, "trackingNumber", commentaire, "createdAt")
    values (${ordreId}, ${change.nouveauStatut}, ${change.trackingNumber}, ${change.commentaire}, ${now})`)

export const statusChanges = (db: Database, ordreId: string) =>
  db.rows(sql<StatusHistory[number]>`
    select statut, "trackingNumber", commentaire, "createdAt" from orders.changement_statut
    where "ordreId" = ${ordreId} order by id`)

/** True the first time only. */
export const markDelivered = async (tx: Tx, ordreId: string, now: Date) =>
  (await tx.run(sql`
    update orders.commande set "livreeLe" = ${now} where "ordreId" = ${ordreId} and "livreeLe" is null`)) ===
  1

/** True once, and only for an order that has never left the house. */
export const markStockGivenBack = async (tx: Tx, ordreId: string, now: Date) =>
  (await tx.run(sql`
    update orders.commande set "stockRenduLe" = ${now}
    where "ordreId" = ${ordreId} and "stockRenduLe" is null and "expedieeLe" is null`)) === 1
