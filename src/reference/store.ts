import { createCounters } from '../platform/database/counters.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { wordsOf } from '../platform/text.ts'
import { responseFields } from './fields.ts'
import type { Resource } from './resources.ts'

export type Values = Record<string, unknown>
export type StoredRecord = Values & { id: number; createdAt: Date; updatedAt: Date }
export type NewRecord = Values & { id: number }

/** The SQL fragments that differ between resources. */
type Pieces = {
  table: Sql
  /** Columns in responses. */
  columns: Sql
  /** The columns that a write sets, as `a, b`; `renewed` lists them as `n.a, n.b`. */
  written: Sql
  renewed: Sql
  /** Names of written columns. */
  names: readonly string[]
}

const known = new Map<Resource, Pieces>()

const list = (names: readonly string[], write: (name: string) => string) =>
  sql.raw(names.map(write).join(', '))

/** Returns the SQL fragments of a resource. They are cached, because every statement uses them. */
export const fragmentsOf = (resource: Resource) => known.getOrInsertComputed(resource, piecesOf)

function piecesOf(resource: Resource): Pieces {
  const names = [...Object.keys(resource.fields), ...Object.keys(resource.derived?.columns ?? {}), 'mots']
  return {
    table: sql.raw(`reference.${resource.table}`),
    columns: list(responseFields(resource.fields), name => `"${name}"`),
    written: list(names, name => `"${name}"`),
    renewed: list(names, name => `n."${name}"`),
    names,
  }
}

/**
 * Returns the derived columns of a record. `mots` has the form of a tsvector without positions, because these searches
 * do not rank.
 */
export function deriveColumns({ search, derived }: Resource, record: Values): Values {
  const words = new Set(search.flatMap(field => wordsOf(record[field] as string | null)))
  return { mots: [...words].map(word => `'${word}'`).join(' '), ...derived?.from(record) }
}

export type Count = { ressource: string; cle: string; nom: string; nombre: number }

export const counters = createCounters(sql`reference.compteur`, {
  keys: ['ressource', 'cle'],
  labels: ['nom'],
})

/** Returns the name under which the records of a resource are counted by the values of a field. */
export const groupName = (resource: string, field: string) => `${resource}.${field}`

/** Returns an SQL fragment for the value of a counter. */
export const countSql = (ressource: string, cle: string) =>
  counters.total(sql`ressource = ${ressource} and cle = ${cle}`)

/** Returns an SQL fragment for the sum of the counters whose key, `cle`, satisfies a condition. */
export const countWhereSql = (ressource: string, holds: Sql) =>
  counters.total(sql`ressource = ${ressource} and ${holds}`)

export type CountedCategory = { cle: string; nom: string; nombreProduits: number }

/** Returns the categories with products. */
export const listCountedCategories = (db: Database) =>
  db.rows(sql<CountedCategory>`
    select cle, min(nom) as nom, sum(nombre)::bigint as "nombreProduits"
    from reference.compteur where ressource = 'produits.categoriesCles'
    group by cle having sum(nombre) > 0`)

/**
 * Collects the changes of a transaction to the counters of a resource. `write` must come last, because it may block
 * other writers of the same counters until the commit.
 */
export function createCountChanges(resource: Resource) {
  const counts = new Map<string, Map<string, Count>>()

  function count(ressource: string, cle: string, nom: string, nombre: 1 | -1) {
    const groups = counts.getOrInsertComputed(ressource, () => new Map())
    groups.getOrInsertComputed(cle, () => ({ ressource, cle, nom, nombre: 0 })).nombre += nombre
  }

  const groupings = Object.entries(resource.groups ?? {}).map(
    ([field, groupsOf]) => [groupName(resource.name, field), groupsOf] as const,
  )

  function add(values: Values, nombre: 1 | -1) {
    count(resource.name, '', '', nombre)
    for (const [name, groupsOf] of groupings)
      for (const [cle, nom] of groupsOf(values)) count(name, cle, nom, nombre)
  }

  return {
    added: (values: Values) => add(values, 1),
    removed: (values: Values) => add(values, -1),
    write(tx: Tx) {
      // Processes of version 0.2 drop their cached pages when this count rises.
      count(`${resource.name}.changements`, '', '', 1)
      return counters.add(
        tx,
        [...counts.values()].flatMap(groups => [...groups.values()]),
      )
    },
  }
}
