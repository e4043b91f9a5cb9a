import type { Tx } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

/** A sale, or a refund of it, that is not counted yet. A sale has an empty `remboursementId`. */
export type PendingEvent = { ordreId: string; remboursementId: string }

/** Conditions on the sales (`orders.commande`) and refunds (`orders.remboursement as refund`) to count. */
export type EventFilter = { sales: Sql; refunds: Sql }

export const pendingOnly = (waiting: readonly PendingEvent[]): EventFilter => ({
  sales: sql`"ordreId" = any(${waiting.flatMap(each => (each.remboursementId === '' ? each.ordreId : []))})`,
  refunds: sql`"remboursementId" = any(${waiting.flatMap(each => each.remboursementId || [])})`,
})

/**
 * A refund made before the order's confirmation counts at the confirmation, so that no refund counts on a day before
 * its sale.
 */
const refundedAt = sql`greatest(refund."createdAt", sale."confirmeeLe")`

/**
 * All sales and refunds of a period. Refunds are found by their own time or that of their sale, each of which has an
 * index.
 */
export const eventsBetween = (from: Date, until: Date): EventFilter => {
  const within = (moment: Sql) => sql`${moment} >= ${from} and ${moment} < ${until}`
  return {
    sales: within(sql`"confirmeeLe"`),
    refunds: sql`${within(refundedAt)} and "remboursementId" in (
      select "remboursementId" from orders.remboursement where ${within(sql`"createdAt"`)}
      union all
      select "remboursementId" from orders.commande join orders.remboursement using ("ordreId")
      where ${within(sql`"confirmeeLe"`)})`,
  }
}

/** Excludes sales and refunds that are queued for counting: whichever process counts the queue adds them. */
export const exceptPending = ({ sales, refunds }: EventFilter): EventFilter => ({
  sales: sql`${sales} and not exists (
    select from orders.a_compter as waiting
    where waiting."ordreId" = commande."ordreId" and waiting."remboursementId" = '')`,
  refunds: sql`${refunds} and not exists (
    select from orders.a_compter as waiting
    where waiting."ordreId" = refund."ordreId" and waiting."remboursementId" = refund."remboursementId")`,
})

const store = sql`coalesce("magasinVente", "magasinId", magasins[1])`

/**
 * Returns a query with each event twice, with its day and hour in Paris: once for store 0, which stands for all stores,
 * and once for the store of the event; only once if the event has no store.
 */
export const inStores = (events: Sql) => sql`
  select events.*, store."magasinId", paris::date as jour, extract(hour from paris)::smallint as heure
  from (${events}) as events
  cross join lateral (select at at time zone 'Europe/Paris' as paris) as local
  cross join lateral (select 0::bigint union all select own where own > 0) as store ("magasinId")`

/** The columns of a sale by which its amount and refunds are spread. */
const spreading = sql`lignes, "conditionsLivraison", "moyenPaiement", "montantTotalCents"`

export const salesOf = ({ sales }: EventFilter) => sql`
  select "ordreId", "confirmeeLe" as at, ${store} as own, remises, ${spreading}
  from orders.commande where "confirmeeLe" is not null and ${sales}`

/** Only refunds of the payment that confirmed the order: no other payment counts as a sale. */
export const refundsOf = ({ refunds }: EventFilter) => sql`
  select "ordreId", "remboursementId", ${refundedAt} as at, ${store} as own, refund."montantCents", ${spreading}
  from orders.remboursement as refund join orders.commande as sale using ("ordreId", "transactionId")
  where "confirmeeLe" is not null and ${refunds}`

export const salesInStores = (filter: EventFilter) => inStores(salesOf(filter))
export const refundsInStores = (filter: EventFilter) => inStores(refundsOf(filter))

/** Queues refunds for counting, in the transaction of the refund or of the order's confirmation, whichever is later. */
export const queueRefunds = async (tx: Tx, refunds: readonly PendingEvent[]) => {
  if (refunds.length === 0) return
  await tx.run(sql`
    insert into orders.a_compter ("ordreId", "remboursementId")
    select * from json_to_recordset(${sql.json(refunds)}::json) as refund ("ordreId" text, "remboursementId" text)
    order by 1, 2
    on conflict do nothing`)
}

/** Deletes up to `limit` events from the queue and returns them; the caller counts them in the same transaction. */
export const consumePending = (tx: Tx, limit: number) =>
  tx.rows(sql<PendingEvent>`
    delete from orders.a_compter where ("ordreId", "remboursementId") in (
      select "ordreId", "remboursementId" from orders.a_compter order by 1, 2 limit ${limit})
    returning "ordreId", "remboursementId"`)

/** Deletes the events of a filter from the queue, because the rebuild counts them from the orders themselves. */
export const deletePending = (tx: Tx, filter: EventFilter) =>
  tx.run(sql`
    delete from orders.a_compter as waiting using (
      select "ordreId", '' as "remboursementId" from (${salesOf(filter)}) as sold
      union all
      select "ordreId", "remboursementId" from (${refundsOf(filter)}) as refunded) as counted
    where waiting."ordreId" = counted."ordreId" and waiting."remboursementId" = counted."remboursementId"`)
