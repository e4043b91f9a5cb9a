import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { PageQuery } from '../schemas.ts'
import { readPage } from '../store/page.ts'
import type { Key } from './schemas.ts'

const columns = sql`id, nom, droits, magasins, "createdAt", "expireLe", "derniereUtilisation", "revoqueeLe"`

type NewKey = Pick<Key, 'nom' | 'droits' | 'magasins'> & {
  empreinte: string
  expireLe: Date | null
  now: Date
}

export const insertKey = (tx: Tx, { nom, empreinte, droits, magasins, expireLe, now }: NewKey) =>
  tx.one(sql<Key>`
    insert into accounts.cle (nom, empreinte, droits, magasins, "expireLe", "createdAt")
    values (${nom}, ${empreinte}, ${droits}, ${magasins}, ${expireLe}, ${now})
    returning ${columns}`)

export const listKeys = (db: Database, query: PageQuery) =>
  readPage<Key>(db, { columns, from: sql`accounts.cle`, order: sql`id` }, query)

/** Revokes a key. Returns false if it does not exist or was revoked before. */
export const revokeKey = async (tx: Tx, id: number, now: Date) =>
  (await tx.run(sql`
    update accounts.cle set "revoqueeLe" = ${now} where id = ${id} and "revoqueeLe" is null`)) === 1

export const findValidKey = (db: Database, empreinte: string, now: Date) =>
  db.first(sql<Key>`
    select ${columns} from accounts.cle
    where empreinte = ${empreinte} and "revoqueeLe" is null and ("expireLe" is null or "expireLe" > ${now})`)

/** Records the time of a use at most once a minute, so that not every call writes. */
export const recordUse = (tx: Tx, id: number, now: Date) =>
  tx.run(sql`
    update accounts.cle set "derniereUtilisation" = ${now}
    where id = ${id} and ("derniereUtilisation" is null or "derniereUtilisation" < ${now}::timestamptz - interval '1 minute')`)
