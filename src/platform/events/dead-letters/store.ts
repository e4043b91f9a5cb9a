import type { Database, Tx } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { DeadLetter } from './schemas.ts'

type Listed = Omit<DeadLetter, 'domaine'>
export type StoredDeadLetter = Listed & { corps: string | null }
export type NewDeadLetter = Pick<
  StoredDeadLetter,
  'messageId' | 'requestId' | 'motif' | 'integrite' | 'corps'
> & {
  /** Identifies the message: a repeated rejection updates the same row. */
  hash: Buffer
}

const columns = sql`id, file, "messageId", "requestId", motif, fois, integrite, octets, "premierLe", le`

/** Locks queues until the transaction ends, sorted, so that two transactions do not deadlock. */
export const lockQueues = (tx: Tx, queues: readonly string[]) =>
  tx.run(sql`
    insert into platform.file_refusee as queue (file)
    select distinct file from unnest(${queues}::text[]) as file order by file
    on conflict (file) do update set ecartes = queue.ecartes`)

export const upsertDeadLetter = (tx: Tx, queue: string, letter: NewDeadLetter, now: Date) =>
  tx.run(sql`
    insert into platform.refus as known (
      file, "messageId", empreinte, "requestId", motif, integrite, corps, octets, "premierLe", le)
    values (${queue}, ${letter.messageId}, ${letter.hash}, ${letter.requestId}, ${letter.motif}, ${letter.integrite},
      ${letter.corps}, ${Buffer.byteLength(letter.corps ?? '')}, ${now}, ${now})
    on conflict (empreinte) do update set
      motif = excluded.motif, "requestId" = excluded."requestId", fois = known.fois + 1, le = excluded.le`)

/** The maximum number of dead letters of one queue, and of the bytes of their bodies. */
export type QueueLimit = { nombre: number; octets: number }

/** Deletes the oldest dead letters of a queue that exceed its limit, and returns their number. */
export const deleteOldest = (tx: Tx, queue: string, { nombre, octets }: QueueLimit) =>
  tx.value(sql<{ count: number }>`
    with ranked as (
      select id, row_number() over newest as place, sum(octets) over newest as bytes
      from platform.refus where file = ${queue} window newest as (order by le desc, id desc)),
    deleted as (
      delete from platform.refus where id in (select id from ranked where place > ${nombre} or bytes > ${octets})
      returning id),
    counted as (
      update platform.file_refusee set ecartes = ecartes + (select count(*) from deleted)
      where file = ${queue} and exists (select from deleted))
    select count(*) as count from deleted`)

export const deleteDeadLetters = (tx: Tx, ids: readonly number[]) =>
  tx.run(sql`delete from platform.refus where id = any(${ids})`)

/**
 * Deletes a dead letter that has been rejected this many times. Returns false if it was replayed, rejected or deleted
 * in the meantime.
 */
export const deleteIfUnchanged = async (tx: Tx, id: number, fois: number) =>
  (await tx.run(sql`delete from platform.refus where id = ${id} and fois = ${fois}`)) > 0

export const updateRejection = async (tx: Tx, id: number, fois: number, motif: string, now: Date) =>
  (await tx.run(sql`
    update platform.refus set motif = ${motif}, fois = fois + 1, le = ${now}
    where id = ${id} and fois = ${fois}`)) > 0

export const pruneDeadLetters = (tx: Tx, before: Date) =>
  tx.run(sql`delete from platform.refus where le < ${before}`)

/** Lists dead letters, newest first. */
export const listDeadLetters = (db: Database, queues: readonly string[], limit: number, offset = 0) =>
  db.rows(sql<Listed>`
    select ${columns} from platform.refus where file = any(${queues})
    order by le desc, id desc ${sql.page(limit, offset)}`)

/** Counts the dead letters of these queues, and those that were deleted in favor of newer ones. */
export const countDeadLetters = (db: Database, queues: readonly string[]) =>
  db.one(sql<{ total: number; ecartes: number }>`
    select (select count(*) from platform.refus where file = any(${queues})) as total,
      coalesce(sum(ecartes), 0)::bigint as ecartes
    from platform.file_refusee where file = any(${queues})`)

export const findDeadLetter = (db: Database, queues: readonly string[], id: number) =>
  db.first(sql<StoredDeadLetter>`
    select ${columns}, corps from platform.refus where id = ${id} and file = any(${queues})`)

/** Returns dead letters that have a body and an id above this one, sorted by id. */
export const listDeadLettersAfter = (db: Database, queues: readonly string[], id: number, limit: number) =>
  db.rows(sql<StoredDeadLetter>`
    select ${columns}, corps from platform.refus
    where file = any(${queues}) and id > ${id} and corps is not null order by id limit ${limit}`)

export const insertErasedNames = (tx: Tx, area: string, hashes: readonly Buffer[], now: Date) =>
  tx.run(sql`
    insert into platform.nom_efface (empreinte, domaine, le)
    select hash, ${area}, ${now} from unnest(${hashes}::bytea[]) as hash
    on conflict (empreinte, domaine) do update set le = excluded.le`)

export const hasErasedName = async (db: Database, hashes: readonly Buffer[]) =>
  (await db.first(sql`
    select 1 from platform.nom_efface where empreinte = any(${hashes}::bytea[]) limit 1`)) !== undefined

export const pruneErasedNames = (tx: Tx, before: Date) =>
  tx.run(sql`delete from platform.nom_efface where le < ${before}`)
