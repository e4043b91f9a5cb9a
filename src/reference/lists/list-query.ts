import type { Static, TObject } from 'typebox'
import type { Caller } from '../../platform/http/caller.ts'
import { Problem } from '../../platform/problem.ts'
import { wordsOf } from '../../platform/text.ts'
import { responseFields } from '../fields.ts'
import { type Condition, parseFilters } from '../filters/filter-language.ts'
import type { Filter, Resource } from '../resources.ts'
import { type listParams, MAX_IDS } from '../schemas.ts'

/** The part of a resource that a caller sees and may use in a query. */
type View = Resource & {
  /** Names of the fields in responses. */
  names: readonly string[]
  isWhole: boolean
  /** Names of the filters on hidden fields. */
  closedFilters: readonly string[]
  /** The field to which a search is restricted, because others that it would search are hidden. */
  searchedAlone?: string | undefined
}

export const wholeView = (resource: Resource): View => ({
  ...resource,
  names: responseFields(resource.fields),
  isWhole: true,
  closedFilters: [],
})

function openTo(everybody: readonly string[] | undefined, resource: Resource): View {
  const { include: _relations, ...view } = wholeView(resource)
  if (!everybody) return view
  const isSeen = (name: string) => everybody.includes(name)
  const isOpen = ([name]: [string, unknown]) => isSeen(name)
  return {
    ...view,
    names: everybody,
    isWhole: false,
    fields: Object.fromEntries(Object.entries(view.fields).filter(isOpen)),
    filters: Object.fromEntries(Object.entries(view.filters).filter(isOpen)),
    closedFilters: Object.keys(view.filters).filter(name => !isSeen(name)),
    searchedAlone: view.search.every(isSeen) ? undefined : view.search.find(isSeen),
  }
}

/**
 * Returns a function that chooses the view for a caller. Callers with the right `catalogue`, `warehouse` or `peer` see
 * everything, relations with their prices included; others see the open fields and no relations.
 */
export function createViewSelector(resource: Resource) {
  const [all, open] = [wholeView(resource), openTo(resource.openFields, resource)]
  return ({ caller }: { caller: Caller }) => (caller.may('catalogue', 'warehouse', 'peer') ? all : open)
}

/** Returns the part of a record that a view shows. */
export const restrictToView = ({ names, isWhole }: View, record: Record<string, unknown>) =>
  isWhole ? record : Object.fromEntries(names.map(name => [name, record[name]]))

export type ListQuery = {
  /** Undefined: everything is listed. */
  page: { page: number; limit: number } | undefined
  sort: { field: string; descending: boolean }[]
  /** Fields to return; empty: all. */
  fields: string[]
  /** Each must be a prefix of a word of the record; undefined: no search. */
  words: string[] | undefined
  ids: number[] | undefined
  conditions: Condition[]
  /** Whether each record includes its relations. */
  related: boolean
}

const MAX_WORDS = 20

export type ListInput = Static<TObject<typeof listParams>> & { include?: string } & Record<string, unknown>

/**
 * Parses the query string of a list. Throws a 400 for an invalid value, or for a field that is unknown or hidden from
 * the caller.
 */
export function parseListQuery(view: View, input: ListInput): ListQuery {
  const isGiven = (name: string) => (input[name] ?? '') !== ''
  namesOf('filters', view.closedFilters.filter(isGiven).join(','), Object.keys(view.filters))
  const words = searchedWords(input.search)
  return {
    page: parsePage(input),
    sort: parseSort(input, sortableFields(view)),
    fields: fieldsOf(view, input.fields),
    words,
    ids: idsOf(input.ids),
    conditions: [
      ...Object.entries(view.filters).flatMap(([name, filter]) =>
        isGiven(name) ? [conditionOf(view, name, filter, String(input[name]))] : [],
      ),
      ...parseFilters(input.filters, view),
      // A search must not reveal values of hidden fields.
      ...(words && view.searchedAlone ? [{ field: view.searchedAlone, ask: 'words' as const, words }] : []),
    ],
    related: parseInclude(view, input.include),
  }
}

function fieldsOf({ names, isWhole }: View, input: string | undefined) {
  const requested = namesOf('fields', input, names)
  return requested.length > 0 || isWhole ? requested : [...names]
}

function conditionOf({ fields }: View, field: string, filter: Filter, value: string): Condition {
  if (filter === 'part') return { field, ask: 'contains', text: value }
  if (filter !== 'value') return { field: filter.column, ask: 'among', values: [filter.key(value)] }
  return { field, ask: 'among', values: [fields[field]?.kind === 'boolean' ? value === 'true' : value] }
}

/**
 * Returns whether `include` requests the relations of this resource. Throws a 400 for any other name, or if the caller
 * may not see the relations.
 */
export const parseInclude = ({ include }: View, input: string | undefined) =>
  namesOf('include', input, include ? [include] : []).length > 0

/** Returns the requested page, or undefined if the whole list is requested. */
export const parsePage = ({ page, limit }: Pick<ListInput, 'page' | 'limit'>) =>
  page === undefined && limit === undefined ? undefined : { page: page ?? 1, limit: limit ?? 20 }

const sortableFields = ({ fields, names }: View) =>
  names.filter(name => !['texts', 'integers'].includes(fields[name]?.kind ?? ''))

const split = (list: string | undefined) =>
  (list ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')

function namesOf(parameter: string, list: string | undefined, allowed: readonly string[]) {
  const names = [...new Set(split(list))]
  const unknown = names.filter(name => !allowed.includes(name))
  if (unknown.length > 0)
    throw new Problem(
      400,
      'valeur-inconnue',
      `${parameter}: unknown ${unknown.join(', ').slice(0, 200)}; ${allowed.length > 0 ? `one of ${allowed.join(', ')}` : 'no name is accepted'}`,
    )
  return names
}

/**
 * Parses `sort`, where `-` means descending, and `order`, the direction of a single field or, without `sort`, of the
 * id. Throws a 400 for a field that is not in `allowed`, or for `order` with several fields.
 */
export function parseSort({ sort, order }: { sort?: string; order?: string }, allowed: readonly string[]) {
  const parts = split(sort)
  const names = namesOf('sort', parts.map(part => part.replace(/^-(?=.)/, '')).join(','), allowed)
  if (order && names.length > 1)
    throw new Problem(
      400,
      'requete-invalide',
      'order is accepted only with a single sort field; put - before descending fields instead',
    )
  if (order && names.length === 0) return [{ field: 'id', descending: order === 'desc' }]
  const isFalling = (field: string) => parts.find(part => part.replace(/^-/, '') === field)?.startsWith('-')
  return names.map(field => ({ field, descending: order ? order === 'desc' : isFalling(field) === true }))
}

function searchedWords(search: string | undefined) {
  if (!search?.trim()) return undefined
  const words = [...new Set(wordsOf(search))]
  if (words.length > MAX_WORDS)
    throw new Problem(400, 'requete-invalide', `search accepts at most ${MAX_WORDS} words`)
  return words
}

function idsOf(list: string | undefined) {
  if (list === undefined) return undefined
  if (list.trim() === '') return []
  const parts = list.split(',').map(part => part.trim())
  if (parts.length > MAX_IDS) throw new Problem(400, 'requete-invalide', `ids accepts at most ${MAX_IDS} ids`)
  const bad = parts.find(part => !/^[1-9]\d{0,14}$/.test(part))
  if (bad !== undefined)
    throw new Problem(400, 'requete-invalide', `ids must contain positive integers, not ${bad.slice(0, 50)}`)
  return parts.map(Number)
}
