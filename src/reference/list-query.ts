import Type from 'typebox'
import { Problem } from '../platform/http/problem.ts'
import { wordsOf } from '../platform/text.ts'
import type { Filter, Resource } from './resources.ts'

export type ListQuery = {
  /** Absent: everything is listed. */
  page: { page: number; limit: number } | undefined
  sort: { field: string; descending: boolean }[]
  /** Fields to answer; empty: all. */
  fields: string[]
  /** Each must be the beginning of a word of the record; absent: no search. */
  words: string[] | undefined
  ids: number[] | undefined
  filters: { filter: Filter; value: string }[]
}

const MOST_IDS = 500
const MOST_WORDS = 20

const common = {
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: '1 when only limit is given; neither: a plain array',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: '20 when only page is given' })),
  sort: Type.Optional(
    Type.String({ description: 'Fields to sort by, separated by commas; - before one: descending' }),
  ),
  order: Type.Optional(Type.Enum(['asc', 'desc'], { description: 'Direction of a single sort field' })),
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Beginnings of words, without regard to case and accents' }),
  ),
  fields: Type.Optional(Type.String({ description: 'Fields to answer, separated by commas' })),
  ids: Type.Optional(Type.String({ description: `Ids, separated by commas; ${MOST_IDS} at most` })),
}
export type ListInput = {
  page?: number
  limit?: number
  sort?: string
  order?: string
  search?: string
  fields?: string
  ids?: string
} & Record<string, unknown>

/** The query string of a resource's list. */
export const listQuerySchema = ({ filters }: Resource) =>
  Type.Object({
    ...common,
    ...Object.fromEntries(
      Object.entries(filters).map(([name, filter]) => [name, Type.Optional(filterSchema(filter))]),
    ),
  })

const filterSchema = (filter: Filter) => {
  if (filter.by === 'true') return Type.Enum(['true', 'false'])
  const values = 'oneOf' in filter ? filter.oneOf : undefined
  return values ? Type.Enum([...values]) : Type.String({ maxLength: 500 })
}

/** The query of a list, read; 400 that names what is unknown. */
export function listQuery(resource: Resource, input: ListInput): ListQuery {
  const paged = input.page !== undefined || input.limit !== undefined
  return {
    page: paged ? { page: input.page ?? 1, limit: input.limit ?? 20 } : undefined,
    sort: sortOf(input, sortableFields(resource)),
    fields: namesOf('fields', input.fields, answeredFields(resource)),
    words: searchedWords(input.search),
    ids: idsOf(input.ids),
    filters: Object.entries(resource.filters).flatMap(([name, filter]) => {
      const value = input[name]
      return value === undefined || value === '' ? [] : [{ filter, value: String(value) }]
    }),
  }
}

const answeredFields = ({ fields }: Resource) => ['id', ...Object.keys(fields), 'createdAt', 'updatedAt']

const sortableFields = (resource: Resource) =>
  answeredFields(resource).filter(name => !['texts', 'integers'].includes(resource.fields[name]?.kind ?? ''))

const split = (list: string | undefined) =>
  (list ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')

function namesOf(parameter: string, list: string | undefined, allowed: readonly string[]) {
  const names = [...new Set(split(list))]
  const unknown = names.filter(name => !allowed.includes(name))
  if (unknown.length > 0)
    throw new Problem(400, `${parameter}: unknown ${unknown.join(', ')}; one of ${allowed.join(', ')}`)
  return names
}

/** `sort` with its `-`, or `order`, which goes with a single field. */
export function sortOf({ sort, order }: { sort?: string; order?: string }, allowed: readonly string[]) {
  const parts = split(sort)
  const names = namesOf('sort', parts.map(part => part.replace(/^-/, '')).join(','), allowed)
  if (order && names.length > 1)
    throw new Problem(400, 'order goes with a single sort field; use - before each')
  if (order && names.length === 0) return [{ field: 'id', descending: order === 'desc' }]
  return names.map(field => ({
    field,
    descending: order
      ? order === 'desc'
      : parts.find(part => part.replace(/^-/, '') === field)!.startsWith('-'),
  }))
}

function searchedWords(search: string | undefined) {
  if (!search?.trim()) return undefined
  const words = [...new Set(wordsOf(search))]
  if (words.length > MOST_WORDS) throw new Problem(400, `search takes ${MOST_WORDS} words at most`)
  return words
}

function idsOf(list: string | undefined) {
  if (list === undefined) return undefined
  const parts = list.split(',').map(part => part.trim())
  if (parts.length > MOST_IDS) throw new Problem(400, `ids takes ${MOST_IDS} ids at most`)
  const bad = parts.filter(part => !/^[1-9]\d{0,14}$/.test(part))
  if (bad.length > 0) throw new Problem(400, `ids: not a positive integer: ${bad[0]!.slice(0, 50)}`)
  return parts.map(Number)
}
