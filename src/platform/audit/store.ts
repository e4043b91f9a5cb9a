import type { Database, Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Period } from '../moment.ts'
import type { Change } from './change.ts'

/** A line of the audit trail. */
export type Entry = {
  id: number
  le: Date
  domaine: string
  nature: 'cle' | 'personnel'
  auteurId: number | null
  auteur: string
  operation: string
  enregistrement: string | null
  resultat: 'fait' | 'refuse'
  codeHttp: number | null
  requestId: string
}

const columns = sql`id, le, domaine, nature, "auteurId", auteur, operation, enregistrement, resultat, "codeHttp", "requestId"`

type Line = { change: Change; record: string | null; status: number | null; requestId: string; now: Date }

export const insertEntry = (tx: Tx, { change, record, status, requestId, now }: Line) => {
  const { agent, area, operation } = change
  return tx.run(sql`
    insert into platform.audit (
      le, domaine, nature, "auteurId", auteur, operation, enregistrement, resultat, "codeHttp", "requestId")
    values (
      ${now}, ${area}, ${agent.kind}, ${agent.id}, ${agent.name}, ${operation}, ${record},
      ${status === null ? 'fait' : 'refuse'}, ${status}, ${requestId})`)
}

export type EntryFilter = Period & { auteur: string | undefined; operation: string | undefined }

const matching = (area: string, { auteur, operation, from, until }: EntryFilter) => sql`
  domaine = ${area}
  ${auteur === undefined ? sql.empty : sql`and auteur = ${auteur}`}
  ${operation === undefined ? sql.empty : sql`and operation = ${operation}`}
  ${from ? sql`and le >= ${from}` : sql.empty}
  ${until ? sql`and le < ${until}` : sql.empty}`

/** The newest of an area, newest first, and how many there are: one statement, so that both tell of one moment. */
export async function newestEntries(db: Database, area: string, filter: EntryFilter, limit: number) {
  const counted = await db.rows(sql<Entry & { total: number }>`
    select ${columns}, (select count(*) from platform.audit where ${matching(area, filter)}) total
    from platform.audit where ${matching(area, filter)} order by le desc, id desc limit ${limit}`)
  return { data: counted.map(({ total: _, ...entry }) => entry), total: counted[0]?.total ?? 0 }
}

export const pruneEntries = (tx: Tx, before: Date) =>
  tx.run(sql`delete from platform.audit where le < ${before}`)

/** Takes the names of a person out of the records that entries name. */
export const renameRecords = (tx: Tx, area: string, names: readonly string[], pseudonym: string) =>
  tx.run(sql`
    update platform.audit set enregistrement = ${pseudonym}
    where domaine = ${area} and enregistrement = any(${names})`)
