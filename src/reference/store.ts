import type { CopyType } from '../platform/database/copy.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { wordsOf } from '../platform/text.ts'
import { columnType } from './fields.ts'
import type { Resource } from './resources.ts'

export type Values = Record<string, unknown>
export type StoredRecord = Values & { id: number; createdAt: Date; updatedAt: Date }
export type NewRecord = Values & { id: number }

/** The pieces of SQL that differ from one resource to another, written once. */
type Pieces = {
  table: Sql
  /** Columns of an answer. */
  columns: Sql
  /** Columns that are written: `a, b`, `n.a, n.b` and `a text, b text`. */
  written: Sql
  renewed: Sql
  typed: Sql
  unique: Sql
  sequence: string
  /** Names and types of what is written. */
  types: Record<string, CopyType>
}

const known = new Map<Resource, Pieces>()

const list = (names: readonly string[], write: (name: string) => string) =>
  sql.raw(names.map(write).join(', '))

export function tableOf(resource: Resource): Pieces {
  const made = known.get(resource)
  if (made) return made
  const types: Record<string, CopyType> = {
    ...Object.fromEntries(Object.entries(resource.fields).map(([name, field]) => [name, columnType(field)])),
    ...resource.derived?.columns,
    mots: 'tsvector',
  }
  const names = Object.keys(types)
  const pieces = {
    table: sql.raw(`reference.${resource.table}`),
    columns: list(['id', ...Object.keys(resource.fields), 'createdAt', 'updatedAt'], name => `"${name}"`),
    written: list(names, name => `"${name}"`),
    renewed: list(names, name => `n."${name}"`),
    typed: list(names, name => `"${name}" ${types[name]}`),
    unique: sql.raw(resource.unique ? `"${resource.unique}"` : 'null::text'),
    sequence: `reference.${resource.table}_id_seq`,
    types,
  }
  known.set(resource, pieces)
  return pieces
}

/** The words that a record is searched by. They stand without places: searches here rank nothing. */
export function searchWords(resource: Resource, record: Values) {
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
