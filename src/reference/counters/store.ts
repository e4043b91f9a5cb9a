import { createCounters } from '../../platform/database/counters.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'

export type Count = { ressource: string; cle: string; nom: string; nombre: number }

export const counters = createCounters(sql`reference.compteur`, {
  keys: ['ressource', 'cle'],
  labels: ['nom'],
})

/** Under what the records of one value of a field are counted, and the transactions that changed any of them. */
export const groupName = ({ name }: { name: string }, field: string) => `${name}.${field}`
export const changesName = ({ name }: { name: string }) => `${name}.changements`

/** How many there are, as a piece of a statement. */
export const countOf = (ressource: string, cle: string) =>
  counters.total(sql`ressource = ${ressource} and cle = ${cle}`)

/** How many the groups count whose key, `cle`, holds a condition. */
export const countWhere = (ressource: string, holds: Sql) =>
  counters.total(sql`ressource = ${ressource} and ${holds}`)

/** The keys that hold a condition, `most` at most. */
export const keysWhere = (db: Database, ressource: string, holds: Sql, most: number) =>
  db.rows(
    sql<{ cle: string }>`
      select distinct cle from reference.compteur where ressource = ${ressource} and ${holds} limit ${most}`
      .unprepared()
      .fromReplica(),
  )

export type CountedCategory = { cle: string; nom: string; nombreProduits: number }

/** The categories of products that have any, each with how often `changes` had been counted by then. */
export const countedCategories = (db: Database, changes: string) =>
  db.rows(sql<CountedCategory & { changes: number }>`
    select cle, min(nom) as nom, sum(nombre)::bigint as "nombreProduits", ${countOf(changes, '')} as changes
    from reference.compteur where ressource = 'produits.categoriesCles'
    group by cle having sum(nombre) > 0`)

const changesOf = (ressource: string) => sql<{ changes: number }>`select ${countOf(ressource, '')} as changes`

/** How often a table has changed. Two snapshots that agree on it agree on its rows: it only rises, with every change. */
export const changesIn = async (db: Database, ressource: string) =>
  (await db.one(changesOf(ressource).pointRead())).changes

/** The same, as far as the replica knows: to go with what is read from there. */
export const changesThere = async (db: Database, ressource: string) =>
  (await db.one(changesOf(ressource).fromReplica())).changes
