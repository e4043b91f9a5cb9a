import { createHash } from 'node:crypto'
import type pg from 'pg'

/** The areas whose tables contain the effects of orders. */
const AREAS = ['accounts', 'loyalty', 'logistics', 'orders', 'payments', 'purchases']

/** Sessions, links, copies and counts that the areas make themselves, and records of events that they have consumed. */
const LEFT_OUT = new Set([
  ...['accounts.jeton', 'accounts.lien', 'accounts.reseau_connu', 'accounts.session_membre'],
  ...['orders.promotion', 'orders.promotions_version', 'orders.reconstruction'],
  ...['purchases.demande', 'purchases.autre_demande'],
])

export type Table = {
  name: string
  /** Without generated columns, each with its type. */
  columns: Record<string, string>
  key: string[]
  /** Whether the database numbers its rows in `id`. */
  numbered: boolean
}

/** Returns the tables of the history, each after those that its foreign keys name. */
export async function listTables(db: pg.Client | pg.Pool): Promise<Table[]> {
  const { rows } = await db.query<Table & { parents: string[] }>(
    `select n.nspname || '.' || c.relname as name,
       (select json_object_agg(attname, format_type(atttypid, atttypmod) order by attname) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       (select json_agg(attname order by attname) from pg_attribute join pg_constraint on conrelid = attrelid
        where attrelid = c.oid and contype = 'p' and attnum = any(conkey)) as key,
       exists (select from pg_attribute where attrelid = c.oid and attidentity <> '') as numbered,
       (select coalesce(json_agg(pn.nspname || '.' || p.relname), '[]') from pg_constraint f
        join pg_class p on p.oid = f.confrelid join pg_namespace pn on pn.oid = p.relnamespace
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> f.conrelid) as parents
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any($1) order by 1`,
    [AREAS],
  )
  const left = rows.filter(({ name }) => !LEFT_OUT.has(name))
  const sorted: Table[] = []
  while (left.length > 0) {
    const next = left.findIndex(({ parents }) => !left.some(({ name }) => parents.includes(name)))
    const [{ parents, ...table }] = left.splice(next, 1) as [(typeof left)[number]]
    sorted.push(table)
  }
  return sorted
}

/** Returns a text that changes with every column of the areas' tables. */
export const signatureOf = async (db: pg.Client | pg.Pool) => {
  const tables = (await listTables(db)).map(({ name, columns }) => `${name} ${JSON.stringify(columns)}`)
  return createHash('sha256').update(tables.join('\n')).digest('hex').slice(0, 16)
}
