import { createCounters } from '../platform/database/counters.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { wordsOf } from '../platform/text.ts'
import { answeredFields } from './fields.ts'
import type { Resource } from './resources.ts'

export type Values = Record<string, unknown>
export type StoredRecord = Values & { id: number; createdAt: Date; updatedAt: Date }
export type NewRecord = Values & { id: number }

/** The pieces of SQL that differ from one resource to another, written once. */
type Pieces = {
  table: Sql
  /** Columns of an answer. */
  columns: Sql
  /** Columns that are written: `a, b` and `n.a, n.b`. */
  written: Sql
  renewed: Sql
  /** Columns that are written. */
  names: readonly string[]
}

const known = new Map<Resource, Pieces>()

const list = (names: readonly string[], write: (name: string) => string) =>
  sql.raw(names.map(write).join(', '))

export function tableOf(resource: Resource): Pieces {
  const made = known.get(resource)
  if (made) return made
  const names = [...Object.keys(resource.fields), ...Object.keys(resource.derived?.columns ?? {}), 'mots']
  const pieces = {
    table: sql.raw(`reference.${resource.table}`),
    columns: list(answeredFields(resource.fields), name => `"${name}"`),
    written: list(names, name => `"${name}"`),
    renewed: list(names, name => `n."${name}"`),
    names,
  }
  known.set(resource, pieces)
  return pieces
}

/** The words that a record is searched by. They stand without places: searches here rank nothing. */
function searchWords(resource: Resource, record: Values) {
  const words = new Set<string>()
  for (const field of resource.search)
    for (const word of wordsOf(record[field] as string | null)) words.add(word)
  return [...words]
}

/** The columns that follow from a record's fields, as text. */
export const derivedOf = (resource: Resource, record: Values): Values => ({
  mots: searchWords(resource, record)
    .map(word => `'${word}'`)
    .join(' '),
  ...resource.derived?.from(record),
})

export type Count = { ressource: string; cle: string; nom: string; nombre: number }

export const counters = createCounters(sql`reference.compteur`, {
  keys: ['ressource', 'cle'],
  labels: ['nom'],
})

/** The name of the counters of the records with each value of a field. */
export const groupName = (resource: string, field: string) => `${resource}.${field}`

/** The number of a counter, as a piece of a statement. */
export const countOf = (ressource: string, cle: string) =>
  counters.total(sql`ressource = ${ressource} and cle = ${cle}`)

/** The sum of the counters whose key, `cle`, fulfils a condition. */
export const countWhere = (ressource: string, holds: Sql) =>
  counters.total(sql`ressource = ${ressource} and ${holds}`)

export type CountedCategory = { cle: string; nom: string; nombreProduits: number }

/** The categories that have products. */
export const countedCategories = (db: Database) =>
  db.rows(sql<CountedCategory>`
    select cle, min(nom) as nom, sum(nombre)::bigint as "nombreProduits"
    from reference.compteur where ressource = 'produits.categoriesCles'
    group by cle having sum(nombre) > 0`)

/** Collects the changes of a transaction to the counters of a resource. They are written last: writers of one counter wait. */
export function createCountChanges(resource: Resource) {
  const counts = new Map<string, Map<string, Count>>()

  function count(ressource: string, cle: string, nom: string, nombre: 1 | -1) {
    const groups = counts.get(ressource) ?? new Map<string, Count>()
    const known = groups.get(cle)
    if (known) known.nombre += nombre
    else counts.set(ressource, groups.set(cle, { ressource, cle, nom, nombre }))
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
      // Processes of version 0.2 drop the pages that they remember when this count rises.
      count(`${resource.name}.changements`, '', '', 1)
      return counters.add(
        tx,
        [...counts.values()].flatMap(groups => [...groups.values()]),
      )
    },
  }
}
