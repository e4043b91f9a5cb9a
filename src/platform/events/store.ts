import type { Database, Tx } from '../database/database.ts'
import { tryLock } from '../database/locks.ts'
import { sql } from '../database/sql.ts'
import type { Message } from './event.ts'

export const insertEvent = (tx: Tx, { id, queue, requestId, traceparent, body }: Message, now: Date) =>
  tx.run(sql`
    insert into platform.outbox (queue, "messageId", "requestId", traceparent, body, "createdAt")
    values (${queue}, ${id}, ${requestId}, ${traceparent ?? null}, ${sql.json(body)}, ${now})`)

export const insertEvents = (tx: Tx, messages: readonly Message[], now: Date) =>
  tx.run(sql`
    insert into platform.outbox (queue, "messageId", "requestId", traceparent, body, "createdAt")
    select queue, id, request, trace, body::json, ${now}::timestamptz
    from unnest(
      ${messages.map(({ queue }) => queue)}::text[], ${messages.map(({ id }) => id)}::uuid[],
      ${messages.map(({ requestId }) => requestId)}::text[],
      ${messages.map(({ traceparent }) => traceparent ?? null)}::text[], ${messages.map(({ body }) => sql.json(body))}::text[]
    ) as new (queue, id, request, trace, body)`)

export type PendingEvent = Message & { row: number }

const waiting = sql`select id as row, "messageId" as id, queue, "requestId", traceparent, body from platform.outbox`

/**
 * Returns the oldest unsent events, except those of some queues. Sent events are deleted, so no stored position could
 * skip one that commits late.
 */
export const listOldestEvents = (db: Database, limit: number, except: readonly string[]) =>
  except.length === 0
    ? db.rows(sql<PendingEvent>`${waiting} order by platform.outbox.id limit ${sql.constant(limit)}`)
    : listOldestEventsExcept(db, limit, except)

/** Reads the index of each queue: the events that wait may be millions, and are the oldest. */
const listOldestEventsExcept = (db: Database, limit: number, except: readonly string[]) =>
  db.rows(sql<PendingEvent>`
    with recursive queues as (
      select min(queue) as name from platform.outbox
      union all
      select (select min(queue) from platform.outbox where queue > queues.name) from queues
      where queues.name is not null)
    select event.* from queues, lateral (
      ${waiting} where queue = queues.name order by platform.outbox.id limit ${sql.constant(limit)}) as event
    where queues.name <> all(${except}::text[])
    order by event.row limit ${sql.constant(limit)}`)

export const listOldestEventsOf = (db: Database, queue: string, limit: number) =>
  db.rows(
    sql<PendingEvent>`${waiting} where queue = ${queue} order by platform.outbox.id limit ${sql.constant(limit)}`,
  )

/** Returns those of these queues that have unsent events. It reads one index entry for each queue. */
export const listQueuesWithEvents = async (db: Database, queues: readonly string[]) =>
  new Set(
    await db.column(sql<{ queue: string }>`
      select queue from unnest(${queues}::text[]) as asked (queue)
      where exists (select from platform.outbox where platform.outbox.queue = asked.queue)`),
  )

export const deleteEvents = (tx: Tx, rows: number[]) =>
  tx.run(sql`delete from platform.outbox where id = any(${sql.list(rows, 'bigint')})`)

/** Deletes these events and returns the numbers of the rows that still existed. */
export const consumeEvents = async (tx: Tx, rows: number[]) =>
  new Set(
    await tx.column(sql<{ row: number }>`
      delete from platform.outbox where id = any(${sql.list(rows, 'bigint')}) returning id as row`),
  )

/**
 * Consumes events like `consumeEvents` and, in the same statement, inserts copies for their subscribers, so that an
 * event has copies exactly if it was consumed. Copies are not copied.
 */
export const consumeAndCopyEvents = async (tx: Tx, rows: number[]) =>
  new Set(
    await tx.column(sql<{ row: number }>`
      with consumed as (delete from platform.outbox where id = any(${sql.list(rows, 'bigint')}) returning *),
      wanted as (
        select copie, array_agg(file) as files from platform.copie_evenement where voulue group by copie),
      copied as (
        insert into platform.outbox (queue, "messageId", "requestId", traceparent, body, "createdAt")
        select copie, "messageId", "requestId", traceparent,
          json_build_object('id', "messageId", 'type', queue, 'le', "createdAt", 'donnees', body), "createdAt"
        from consumed join wanted on consumed.queue = any(files) or '#' = any(files)
        where consumed.queue not in (select copie from platform.copie_evenement)
        order by consumed.id)
      select id as row from consumed`),
  )

/** Acquires the right to send events until the transaction ends. Returns false if another process has it. */
export const tryLockRelay = (tx: Tx) => tryLock(tx, 'relay')

/**
 * Records messages as consumed and returns the ids of those that were not recorded before. The ids are sorted, so that two
 * consumers do not deadlock.
 */
export const insertInbox = async (tx: Tx, queue: string, messageIds: readonly string[], now: Date) =>
  new Set(
    await tx.column(sql<{ messageId: string }>`
      insert into platform.inbox (queue, "messageId", "receivedAt")
      select ${queue}, id, ${now} from unnest(${[...new Set(messageIds)].sort()}::text[]) as id
      on conflict do nothing
      returning "messageId"`),
  )

/** Records messages as consumed and returns those that were not recorded before. */
export async function recordMessages<D extends { id: string }>(
  tx: Tx,
  queue: string,
  given: readonly D[],
  now: Date,
) {
  const ids = given.map(({ id }) => id)
  const fresh = await insertInbox(tx, queue, ids, now)
  // If a batch contains a message twice, the first delivery counts.
  return given.filter(({ id }) => fresh.delete(id))
}

export const pruneInbox = (tx: Tx, before: Date) =>
  tx.run(sql`delete from platform.inbox where "receivedAt" < ${before}`)

/** Limits the count: after hours without a broker, a scrape would otherwise read a million rows. */
const MAX_COUNTED = 100_000

export const countWaiting = (db: Database) =>
  db.value(sql<{ waiting: number }>`
    select count(*) as waiting from (select from platform.outbox limit ${MAX_COUNTED}) as counted`)

export const findOldestEvent = (db: Database) =>
  db.first(sql<{ createdAt: Date }>`select "createdAt" from platform.outbox order by id limit 1`)

/** Counts pending events by queue; the queue with the oldest event comes first. */
export const countWaitingByQueue = (db: Database) =>
  db.rows(sql<{ file: string; enAttente: number; plusAncien: Date }>`
    select queue as file, count(*) as "enAttente", min("createdAt") as "plusAncien"
    from platform.outbox group by queue order by min("createdAt"), queue`)

/** Whether a pending event contains one of these names as a complete JSON string. */
export const hasEventsNaming = async (db: Database, names: readonly string[]) =>
  (await db.first(sql`
    select 1 from platform.outbox, unnest(${names.map(name => JSON.stringify(name))}::text[]) as name
    where strpos(body::text, name) > 0 limit 1`)) !== undefined

/** Replaces the set of queues whose events are copied to a queue. */
export async function setWantedCopies(tx: Tx, copy: string, queues: readonly string[]) {
  await tx.run(sql`
    update platform.copie_evenement set voulue = false where copie = ${copy} and file <> all(${queues}::text[])`)
  await tx.run(sql`
    insert into platform.copie_evenement (copie, file, voulue)
    select ${copy}, file, true from unnest(${queues}::text[]) as file
    on conflict (copie, file) do update set voulue = true`)
}

export const hasWantedCopies = async (db: Database) =>
  (await db.first(sql`select 1 from platform.copie_evenement where voulue limit 1`)) !== undefined

type Binding = { copie: string; file: string; voulue: boolean }

export const listBindings = (tx: Tx, copies: readonly string[]) =>
  tx.rows(sql<Binding>`
    select copie, file, voulue from platform.copie_evenement where copie = any(${copies}) order by copie, file`)

/** Deletes the rows of bindings that have been removed from the broker. */
export const deleteRemovedBindings = (tx: Tx, copies: readonly string[]) =>
  tx.run(sql`delete from platform.copie_evenement where copie = any(${copies}) and not voulue`)
