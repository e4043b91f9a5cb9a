import type { Database, Tx } from '../../platform/database/database.ts'
import { acquireLocks } from '../../platform/database/locks.ts'
import { sql } from '../../platform/database/sql.ts'
import { countsBy } from '../../platform/metrics/metrics.ts'
import { Problem } from '../../platform/problem.ts'
import type { Order, PaymentRow } from '../tables.ts'
import { paymentColumn } from './payments.ts'

/**
 * Counts the beginning of a payment or a payment link, and extends the stored end of the reservation to `until` unless
 * that end is already later. Returns the order; undefined if it is unknown, confirmed or cancelled.
 */
export const recordPaymentStart = (tx: Tx, ordreId: string, until: Date, now: Date) =>
  tx.first(sql<Order & { reserveeJusque: Date }>`
    update orders.commande
    set encaissements = encaissements + 1, "reserveeJusque" = greatest("reserveeJusque", ${until}), "updatedAt" = ${now}
    where "ordreId" = ${ordreId} and "confirmeeLe" is null and statut <> 'ANNULEE'
    returning ${columns}`)

/**
 * Stores the end of an order's reservation, null if the reservation is released. Returns false, changing nothing, if a
 * payment or link has begun since `encaissements` was read.
 */
export const updateReservation = async (
  tx: Tx,
  { ordreId, encaissements, reserveeJusque }: Pick<Order, 'ordreId' | 'encaissements' | 'reserveeJusque'>,
  now: Date,
) =>
  (await tx.run(sql`
    update orders.commande set "reserveeJusque" = ${reserveeJusque}, "updatedAt" = ${now}
    where "ordreId" = ${ordreId} and encaissements = ${encaissements}`)) === 1

/** Increments the version of the promotions and delivery methods, after which their caches reload. */
export const incrementPromotionsVersion = (tx: Tx) =>
  tx.run(sql`update orders.promotions_version set version = version + 1`)

/** The columns of an `Order`. */
export const columns = sql`"ordreId", statut, "clientId", prouve, "montantTotalCents", articles, lignes, remises,
  codes, "adresseLivraison", "clientInfo", "transactionId", "authorizationId", encaissements, "reserveeJusque", reseau,
  "prolongeableJusque", "confirmeeLe", livraison, "magasinId", magasins, "conditionsLivraison",
  "trackingNumber", langue, "versionDestinataire", "createdAt"`

/** An order and the version of the promotions and delivery methods that its total was computed from. */
export type NewOrder = { order: Order; promotions: number }

/** Inserts new orders in one statement. Returns the inserted ids; for the others the version has changed. */
export const insertOrders = async (tx: Tx, placed: readonly NewOrder[]) => {
  const rows = placed.map(({ order, promotions }) => ({ order, promotions }))
  const inserted = await tx.column(sql<{ ordreId: string }>`
    insert into orders.commande (${columns}, "magasinVente", "updatedAt")
    select ${columns}, case when "confirmeeLe" is not null then coalesce("magasinId", magasins[1], 0) end, "createdAt"
    from json_to_recordset(${sql.json(rows)}::json) as placed ("order" json, promotions bigint)
    join orders.promotions_version on version = promotions
    cross join lateral json_populate_record(null::orders.commande, "order")
    returning "ordreId"`)
  return new Set(inserted)
}

/** Returns the known orders among these, by id; `lock` blocks other changes to them until the transaction ends. */
export const findOrders = async (tx: Tx, ordreIds: readonly string[], { lock }: { lock: boolean }) => {
  const found = await tx.rows(sql<Order>`
    select ${columns} from orders.commande where "ordreId" = any(${sql.list(ordreIds, 'text')})
    order by "ordreId" ${lock ? sql`for update` : sql.empty}`)
  return new Map(found.map(order => [order.ordreId, order]))
}

/** Records which stores supply or hand over an order. */
export const updateStores = (tx: Tx, ordreId: string, magasins: readonly number[]) =>
  tx.run(sql`
    update orders.commande set magasins = ${magasins}::bigint[]
    where "ordreId" = ${ordreId} and magasins <> ${magasins}::bigint[]`)

/** Stores the recipient of a locked order. */
export const updateRecipient = (
  tx: Tx,
  { ordreId, adresseLivraison, clientInfo, versionDestinataire }: Order,
  now: Date,
) =>
  tx.run(sql`
    update orders.commande
    set "adresseLivraison" = ${sql.json(adresseLivraison)}, "clientInfo" = ${sql.json(clientInfo)},
        "versionDestinataire" = ${versionDestinataire}, "updatedAt" = ${now}
    where "ordreId" = ${ordreId}`)

export const findOrder = (db: Database, ordreId: string) =>
  db.first(sql<Order>`select ${columns} from orders.commande where "ordreId" = ${ordreId}`.pointRead())

/** Returns an order. Throws 404 for an unknown id. */
export const getOrder = async (db: Database, ordreId: string) =>
  (await findOrder(db, ordreId)) ?? throwUnknownOrder(ordreId)

export function throwUnknownOrder(ordreId: string): never {
  throw new Problem(404, 'commande-inconnue', `Order ${ordreId} not found`)
}

/** An order with its payment and the time of its last change, for responses. */
export type ShownOrder = Order & { updatedAt: Date; paiement: PaymentRow | null }
export const shownColumns = sql`${columns}, "updatedAt", ${paymentColumn}`

/** Returns an order with its payment. Throws 404 for an unknown id. */
export const getShownOrder = async (db: Database, ordreId: string) =>
  (await db.first(
    sql<ShownOrder>`select ${shownColumns} from orders.commande where "ordreId" = ${ordreId}`.pointRead(),
  )) ?? throwUnknownOrder(ordreId)

/** Blocks other transactions from counting the unpaid orders of these networks until this one ends. */
export const lockNetworks = (tx: Tx, networks: string[]) => acquireLocks(tx, 'orders.network', networks)

/** Returns the number of reserved, unpaid orders of each network, and the earliest end of their reservations. */
export const countUnpaidByNetwork = (tx: Tx, networks: string[], now: Date) =>
  tx.rows(sql<{ reseau: string; unpaid: number; first: Date }>`
    select reseau, count(*) as unpaid, min("reserveeJusque") as first from orders.commande
    where reseau = any(${networks}) and "reserveeJusque" > ${now} and "confirmeeLe" is null and statut = 'EN_ATTENTE'
    group by reseau`)

/**
 * Deletes the network hashes of orders that no longer await payment, or whose reservation has expired and can no longer
 * be extended.
 */
export const deleteNetworkHashes = (tx: Tx, now: Date) =>
  tx.run(sql`
    update orders.commande set reseau = null
    where reseau is not null and (
      "confirmeeLe" is not null or statut <> 'EN_ATTENTE'
      or "prolongeableJusque" <= ${now} and coalesce("reserveeJusque" <= ${now}, true))`)

/** A free order counts as confirmed when it is placed; a cancellation by an erasure is not counted. */
export const ordersTotal = countsBy('comptoir_orders_total', 'Orders, by outcome', 'event', [
  'placed',
  'confirmed',
  'cancelled',
])
