import type { Database, Tx } from '../../../platform/database/database.ts'
import { acquireLock } from '../../../platform/database/locks.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { PageNumbers } from '../../../platform/http/pages.ts'
import { parseMoment } from '../../../platform/moment.ts'
import type { NewRepairEvent, RepairEvent, WaitingEvent } from '../schemas.ts'

/** An event being sent to the after-sales application; `essais` includes this attempt. */
export type EventToSend = Pick<RepairEvent, 'id' | 'ticketId' | 'event' | 'at'> & { essais: number }

/** Locks a ticket until the transaction ends, so that its sheet and its events are written one after another. */
export const lockTicket = (tx: Tx, ticketId: string) => acquireLock(tx, 'logistics.repair-ticket', ticketId)

/** The latest event of a ticket by the time it happened, whenever it was reported. */
export const lastEventSql = (ticketId: string) => sql`(
  select event from logistics.evenement_reparation where "ticketId" = ${ticketId} order by at desc, id desc limit 1)`

/**
 * Inserts an event or returns the identical existing one. Locks the ticket, so that the ids of its events are in the
 * order in which they become visible.
 */
export async function insertEvent(tx: Tx, { ticketId, event, at }: NewRepairEvent, now: Date) {
  const [, inserted] = await Promise.all([
    lockTicket(tx, ticketId),
    // The update changes nothing, but returns the existing row.
    tx.one(sql<RepairEvent>`
      insert into logistics.evenement_reparation ("ticketId", event, at, "createdAt", "prochainEssai")
      values (${ticketId}, ${event}, ${parseMoment(at, 'body/at')}, ${now}, ${now})
      on conflict ("ticketId", at, event) do update set event = excluded.event
      returning id, "ticketId", event, at, "createdAt", "transmisLe"`),
  ])
  return inserted
}

/**
 * Claims up to `limit` due events, of each ticket only the first that is not delivered, and hides them from other
 * processes until `until`. If this process dies, they are due again then.
 */
export const claimEvents = (tx: Tx, now: Date, until: Date, limit: number) =>
  tx.rows(sql<EventToSend>`
    with due as (
      select id from logistics.evenement_reparation as first
      where "transmisLe" is null and "prochainEssai" <= ${now} and not exists (
        select from logistics.evenement_reparation as before
        where before."ticketId" = first."ticketId" and before.id < first.id and before."transmisLe" is null)
      order by "prochainEssai", id limit ${limit} for update skip locked)
    update logistics.evenement_reparation as evenement set essais = essais + 1, "prochainEssai" = ${until}
    from due where evenement.id = due.id
    returning evenement.id, "ticketId", event, at, essais`)

export const markDelivered = (tx: Tx, id: number, now: Date) =>
  tx.run(sql`
    update logistics.evenement_reparation set "transmisLe" = ${now}, "derniereErreur" = null
    where id = ${id} and "transmisLe" is null`)

export const markFailed = (tx: Tx, id: number, error: string, next: Date) =>
  tx.run(sql`
    update logistics.evenement_reparation set "prochainEssai" = ${next}, "derniereErreur" = ${error}
    where id = ${id} and "transmisLe" is null`)

/** Without a configured application events wait indefinitely, so the count is bounded. */
const MAX_COUNTED = 10_000

export const countWaitingEvents = (db: Database) =>
  db.value(sql<{ waiting: number }>`
    select count(*) as waiting from (
      select from logistics.evenement_reparation where "transmisLe" is null limit ${MAX_COUNTED}) as counted`)

/** Returns a page of waiting events, the next to be sent first. */
export const listWaitingEvents = (db: Database, { page, limit }: PageNumbers) =>
  db.rows(sql<WaitingEvent>`
    select id, "ticketId", event, at, "createdAt", essais, "prochainEssai", "derniereErreur"
    from logistics.evenement_reparation where "transmisLe" is null
    order by "prochainEssai", id ${sql.page(limit, (page - 1) * limit)}`)
