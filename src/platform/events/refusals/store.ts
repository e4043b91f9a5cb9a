import type { Database, Tx } from '../../database/database.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { Integrity } from './content.ts'

/** A refused message as it is listed. */
export type RefusedMessage = {
  id: number
  file: string
  messageId: string
  requestId: string
  motif: string
  fois: number
  integrite: Integrity
  octets: number
  premierLe: Date
  le: Date
}

const columns = sql`id, file, "messageId", "requestId", motif, fois, integrite, octets, "premierLe", le`

export type NewRefusal = {
  messageId: string
  hash: Buffer
  requestId: string
  reason: string
  integrity: Integrity
  text: string | null
  bytes: number
}

/** What is kept of one queue. */
export type Room = { nombre: number; octets: number }

/** Whoever writes takes its queues first, so that what is counted is what is there, and two do not wait crosswise. */
export async function lockQueues(tx: Tx, queues: readonly string[]) {
  await tx.run(sql`
    insert into platform.file_refusee (file) select file from unnest(${queues}::text[]) as file order by file
    on conflict do nothing`)
  await tx.run(sql`
    select 1 from platform.file_refusee where file = any(${queues}) order by file for update`)
}

/** Keeps these, each once; one that is there has been refused once more. Gives what the queue holds now. */
export const upsertRefusals = (tx: Tx, queue: string, refusals: readonly NewRefusal[], now: Date) => {
  const each = <T>(of: (refusal: NewRefusal) => T) => refusals.map(of)
  return tx.one(sql<Room>`
    with kept as (
      insert into platform.refus as known (
        file, "messageId", empreinte, "requestId", motif, integrite, corps, octets, "premierLe", le)
      select ${queue}, message, decode(hash, 'hex'), request, reason, integrity, text, bytes, ${now}::timestamptz, ${now}::timestamptz
      from unnest(
        ${each(r => r.messageId)}::text[], ${each(r => r.hash.toString('hex'))}::text[], ${each(r => r.requestId)}::text[],
        ${each(r => r.reason)}::text[], ${each(r => r.integrity)}::text[], ${each(r => r.text)}::text[], ${each(r => r.bytes)}::int[]
      ) as new (message, hash, request, reason, integrity, text, bytes)
      on conflict (empreinte) do update set
        motif = excluded.motif, "requestId" = excluded."requestId", fois = known.fois + 1, le = excluded.le
      returning octets, xmax = 0 as "isNew")
    update platform.file_refusee as queue set nombre = queue.nombre + new.nombre, octets = queue.octets + new.octets
    from (
      select count(*) as nombre, coalesce(sum(octets), 0) as octets from kept where "isNew"
    ) as new
    where queue.file = ${queue} returning queue.nombre, queue.octets`)
}

const AT_A_TIME = 200

/** Lets some of a queue's oldest go: so many, and those that hold so many bytes. Gives what it holds then. */
export const pushOut = (tx: Tx, queue: string, { nombre, octets }: Room) =>
  tx.one(sql<Room>`
    with oldest as (
      select id, row_number() over oldest as place, sum(octets) over oldest - octets as before
      from (
        select id, le, octets from platform.refus where file = ${queue} order by le, id limit ${AT_A_TIME}
      ) as first
      window oldest as (order by le, id)),
    gone as (
      delete from platform.refus
      where id in (select id from oldest where place <= ${nombre} or before < ${octets})
      returning octets)
    update platform.file_refusee as queue set
      nombre = queue.nombre - gone.nombre, octets = queue.octets - gone.octets, ecartes = ecartes + gone.nombre
    from (select count(*) as nombre, coalesce(sum(octets), 0) as octets from gone) as gone
    where queue.file = ${queue} returning queue.nombre, queue.octets`)

/** Deletes and counts; the number of rows. */
const forget = async (tx: Tx, which: Sql) =>
  (
    await tx.one(sql<{ count: number }>`
      with gone as (delete from platform.refus where ${which} returning file, octets),
      counted as (
        update platform.file_refusee as queue set nombre = queue.nombre - gone.nombre, octets = queue.octets - gone.octets
        from (select file, count(*) as nombre, sum(octets) as octets from gone group by file) as gone
        where queue.file = gone.file)
      select count(*) as count from gone`)
  ).count

export const forgetRefusals = (tx: Tx, ids: readonly number[]) => forget(tx, sql`id = any(${ids})`)

/** Takes one out as it was when it had been refused so many times. False when somebody else was quicker. */
export const takeRefusal = async (tx: Tx, id: number, fois: number) =>
  (await forget(tx, sql`id = ${id} and fois = ${fois}`)) > 0

export const refuseAgain = async (tx: Tx, id: number, fois: number, reason: string, now: Date) =>
  (await tx.run(sql`
    update platform.refus set motif = ${reason}, fois = fois + 1, le = ${now}
    where id = ${id} and fois = ${fois}`)) > 0

export async function pruneRefusals(tx: Tx, before: Date) {
  await tx.run(sql`select 1 from platform.file_refusee order by file for update`)
  await forget(tx, sql`le < ${before}`)
}

/** The newest first, of these queues. */
export const listRefusals = (db: Database, queues: readonly string[], limit: number, offset = 0) =>
  db.rows(sql<RefusedMessage>`
    select ${columns} from platform.refus where file = any(${queues})
    order by le desc, id desc limit ${limit} offset ${offset}`)

/** What is kept of these queues together, and how many were pushed out. */
export const countRefusals = (db: Database, queues: readonly string[]) =>
  db.one(sql<{ total: number; ecartes: number }>`
    select coalesce(sum(nombre), 0) as total, coalesce(sum(ecartes), 0)::bigint as ecartes
    from platform.file_refusee where file = any(${queues})`)

export const findRefusal = (db: Database, queues: readonly string[], id: number) =>
  db.first(sql<RefusedMessage & { corps: string | null }>`
    select ${columns}, corps from platform.refus where id = ${id} and file = any(${queues})`)

/** Some of those that a body is kept of, in the order of ids. */
export const bodiesAfter = (db: Database, queues: readonly string[], after: number, limit: number) =>
  db.rows(sql<RefusedMessage & { corps: string }>`
    select ${columns}, corps from platform.refus
    where file = any(${queues}) and id > ${after} and corps is not null order by id limit ${limit}`)

export const insertErasedNames = (tx: Tx, area: string, hashes: readonly Buffer[], now: Date) =>
  tx.run(sql`
    insert into platform.nom_efface (empreinte, domaine, le)
    select decode(hash, 'hex'), ${area}, ${now} from unnest(${hashes.map(hash => hash.toString('hex'))}::text[]) as hash
    on conflict (empreinte, domaine) do update set le = excluded.le`)

export const isAnyErased = async (db: Database) =>
  (await db.first(sql`select 1 from platform.nom_efface limit 1`)) !== undefined

export const areErased = async (db: Database, hashes: readonly Buffer[]) =>
  (await db.first(sql`
    select 1 from platform.nom_efface
    where empreinte = any(select decode(hash, 'hex') from unnest(${hashes.map(hash => hash.toString('hex'))}::text[]) as hash)
    limit 1`)) !== undefined

export const pruneErasedNames = (tx: Tx, before: Date) =>
  tx.run(sql`delete from platform.nom_efface where le < ${before}`)
