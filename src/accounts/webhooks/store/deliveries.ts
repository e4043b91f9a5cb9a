import type { Database, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { readPage } from '../../store/page.ts'
import type { Delivery, DeliverySearch } from '../schemas.ts'

const columns = sql`livraison.id, "webhookId", "messageId", type, statut, essais, "prochainEssai", "codeHttp", reponse,
  "derniereErreur", "dureeMs", livraison."createdAt", "livreeLe"`
/** Every delivery has an event, but a count needs no join: PostgreSQL then omits a left join, never an inner one. */
const joined = sql`
  accounts.livraison_webhook as livraison
  left join accounts.evenement_webhook as evenement on evenement.id = "evenementId"`

/** Returns a page of deliveries, newest first. */
export function listDeliveries(db: Database, webhookId: number, query: DeliverySearch) {
  const status = query.statut === undefined ? sql.empty : sql`and statut = ${query.statut}`
  const from = sql`${joined} where "webhookId" = ${webhookId} ${status}`
  return readPage<Delivery>(db, { columns, from, order: sql`livraison.id desc` }, query)
}

export const findDelivery = (db: Database, webhookId: number, id: number) =>
  db.first(sql<Delivery & { corps: unknown }>`
    select ${columns}, corps from ${joined} where livraison.id = ${id} and "webhookId" = ${webhookId}`)

export const getDeliveryByMessage = (db: Database, webhookId: number, messageId: string) =>
  db.one(sql<Delivery>`
    select ${columns} from ${joined} where "messageId" = ${messageId} and "webhookId" = ${webhookId}`)

type Moments = { real: Date; now: Date }

/**
 * Schedules a delivery for now and resets its attempts. Returns false, without a change, if the delivery is due, is
 * being sent or was scheduled by this function since `notSince`, so that only one of concurrent calls succeeds. A
 * delivery has no duration while it is being sent.
 */
export const scheduleRedelivery = async (tx: Tx, id: number, real: Date, notSince: Date) =>
  (await tx.run(sql`
    update accounts.livraison_webhook
    set statut = 'en_attente', essais = 0, "prochainEssai" = ${real}, "renvoyeeLe" = ${real}, "livreeLe" = null
    where id = ${id} and (statut <> 'en_attente' or ("dureeMs" is not null and "prochainEssai" > ${real}))
      and ("renvoyeeLe" is null or "renvoyeeLe" < ${notSince})`)) === 1

/** Schedules up to `limit` deliveries that were created since `since` and given up, the oldest first. */
export const scheduleFailedRedeliveries = (
  tx: Tx,
  webhookId: number,
  since: Date,
  real: Date,
  limit: number,
) =>
  tx.run(sql`
    update accounts.livraison_webhook
    set statut = 'en_attente', essais = 0, "prochainEssai" = ${real}, "renvoyeeLe" = ${real}
    where id in (
      select id from accounts.livraison_webhook
      where "webhookId" = ${webhookId} and statut = 'echouee' and "createdAt" >= ${since}
      order by id limit ${limit} for update)`)

/** Returns the active webhooks and prevents their deletion until the transaction ends. */
export const lockReceivers = (tx: Tx) =>
  tx.rows(sql<{ id: number; types: string[] | null }>`
    select id, types from accounts.webhook where actif order by id for key share`)

export type RoutedEvent = { messageId: string; type: string; corps: string; webhookIds: readonly number[] }

/** Inserts events and their deliveries. An event that already exists stays unchanged and gets no further deliveries. */
export async function insertDeliveries(tx: Tx, events: readonly RoutedEvent[], { now, real }: Moments) {
  const each = <T>(of: (event: RoutedEvent) => T) => events.map(of)
  const pairs = events.flatMap(({ messageId, webhookIds }) =>
    webhookIds.map(webhookId => ({ messageId, webhookId })),
  )
  return tx.run(sql`
    with noted as (
      insert into accounts.evenement_webhook ("messageId", type, corps, "createdAt")
      select message, type, corps::json, ${now}::timestamptz
      from unnest(${each(e => e.messageId)}::text[], ${each(e => e.type)}::text[], ${each(e => e.corps)}::text[])
        as new (message, type, corps)
      on conflict do nothing
      returning id, "messageId")
    insert into accounts.livraison_webhook ("webhookId", "evenementId", statut, "prochainEssai", "createdAt")
    select webhook, noted.id, 'en_attente', ${real}::timestamptz, ${now}::timestamptz
    from noted join unnest(
      ${pairs.map(p => p.messageId)}::text[], ${pairs.map(p => p.webhookId)}::bigint[]
    ) as pair (message, webhook) on message = "messageId"
    order by noted.id, webhook`)
}

/** Deletes up to `limit` events that were created before `before`, with their deliveries. */
export const pruneEvents = (tx: Tx, before: Date, limit: number) =>
  tx.run(sql`
    delete from accounts.evenement_webhook where id in (
      select id from accounts.evenement_webhook where "createdAt" < ${before} order by "createdAt" limit ${limit})`)

export const deleteDeliveries = (tx: Tx, webhookId: number, limit: number | null) =>
  tx.run(sql`
    delete from accounts.livraison_webhook where id in (
      select id from accounts.livraison_webhook where "webhookId" = ${webhookId} order by id limit ${limit})`)
