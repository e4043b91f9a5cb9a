import type { Database, Tx } from '../database/database.ts'
import { acquireLock } from '../database/locks.ts'
import { sql } from '../database/sql.ts'
import type { Period } from '../moment.ts'
import type { Change } from '../trace.ts'
import type { AuditEntry } from './operations.ts'

const columns = sql`id, le, domaine, nature, "auteurId", auteur, operation, enregistrement, resultat, "codeHttp", "requestId",
  libelle, modifications`

type Line = Pick<Change, 'author' | 'area' | 'operation' | 'record' | 'label' | 'fields'> & {
  /** The HTTP status of a refusal; null for a success. */
  status: number | null
  requestId: string
  now: Date
}

const insertLine = ({ author, area, operation, record, status, requestId, now, label, fields }: Line) => sql`
  insert into platform.audit (
    le, domaine, nature, "auteurId", auteur, operation, enregistrement, resultat, "codeHttp", "requestId",
    libelle, modifications)
  select ${now}::timestamptz, ${area}, ${author.kind}, ${author.id}::bigint, ${author.name}, ${operation}, ${record},
    ${status === null ? 'fait' : 'refuse'}, ${status}::int, ${requestId},
    ${label ?? null}, ${fields?.length && status === null ? sql.json(fields) : null}::json`

export const insertRefusal = (tx: Tx, line: Line) => tx.run(insertLine(line))

/**
 * Inserts the entry of a successful change and returns its number. If the transaction has neither written anything nor
 * locked a row, it inserts nothing and returns undefined.
 */
export const insertSuccess = async (tx: Tx, line: Line) => {
  const [id] = await tx.column(sql<{ id: number }>`
    ${insertLine(line)} where pg_current_xact_id_if_assigned() is not null returning id`)
  return id
}

/** Marks an entry as refused, because a call can be refused after one of its transactions was committed. */
export const markRefused = (tx: Tx, id: number, status: number) =>
  tx.run(sql`update platform.audit set resultat = 'refuse', "codeHttp" = ${status}, modifications = null
    where id = ${id}`)

const usesOf = ({ author, operation, record }: Line) => sql`
  select from platform.audit
  where enregistrement = ${record} and operation = ${operation} and auteur = ${author.name}
    and "auteurId" is not distinct from ${author.id}::bigint`

export const hasKeyUse = (db: Database, line: Line) =>
  db.value(sql<{ known: boolean }>`select exists (${usesOf(line)}) as known`)

/** Inserts the first use of a key once, even if several processes see it concurrently. */
export async function insertKeyUse(tx: Tx, line: Line) {
  await acquireLock(tx, 'audit.keyUse', `${line.author.name} ${line.record}`)
  await tx.run(sql`${insertLine(line)} where not exists (${usesOf(line)})`)
}

type EntryFilter = Partial<Period> & {
  [Name in 'auteur' | 'recherche' | 'operation' | 'enregistrement']?: string | undefined
}

const matching = (area: string, { auteur, operation, enregistrement, from, until }: EntryFilter) => sql`
  domaine = ${area}
  ${auteur === undefined ? sql.empty : sql`and auteur = ${auteur}`}
  ${operation === undefined ? sql.empty : sql`and operation = any(${operation.split(',')})`}
  ${enregistrement === undefined ? sql.empty : sql`and enregistrement = ${enregistrement}`}
  ${from ? sql`and le >= ${from}` : sql.empty}
  ${until ? sql`and le < ${until}` : sql.empty}`

/** A search by text reads at most this many entries, because no index serves it: 0.2 s. */
const MAX_SEARCHED = 50_000

/** Words may have other text between them. */
const asPattern = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&').replaceAll(/\s+/g, '%')

/** The entries that match a filter, without those that its text excludes. */
const foundIn = (area: string, { recherche, ...filter }: EntryFilter) => {
  const entries = sql`select * from platform.audit where ${matching(area, filter)}`
  return recherche === undefined
    ? entries
    : sql`select * from (${entries} order by le desc, id desc limit ${MAX_SEARCHED}) newest
        where plain(concat_ws(' ', auteur, libelle, enregistrement)) like '%' || plain(${asPattern(recherche)}) || '%'`
}

/**
 * Returns the newest matching entries of an area, newest first, and the number of all matching ones. One statement does
 * both, so that they are consistent.
 */
export async function listNewestEntries(db: Database, area: string, filter: EntryFilter, limit: number) {
  const found = foundIn(area, filter)
  const counted = await db.rows(sql<AuditEntry & { total: number }>`
    select ${columns}, (select count(*) from (${found}) counted) total
    from (${found}) found order by le desc, id desc limit ${limit}`)
  return { data: counted.map(({ total: _, ...entry }) => entry), total: counted[0]?.total ?? 0 }
}

export const pruneEntries = (tx: Tx, before: Date) =>
  tx.run(sql`delete from platform.audit where le < ${before}`)

/** Replaces the names of a person by the pseudonym in the records of audit entries. */
export const renameRecords = (tx: Tx, area: string, names: readonly string[], pseudonym: string) =>
  tx.run(sql`
    update platform.audit set enregistrement = ${pseudonym}
    where domaine = ${area} and enregistrement = any(${names})`)
