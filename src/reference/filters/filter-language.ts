import { Problem } from '../../platform/problem.ts'
import { plain } from '../../platform/text.ts'
import { type Field, type Fields, responseFields } from '../fields.ts'
import { FilterValue } from './filter-value.ts'

const MAX_FILTERS = 20

const EMPTINESS = ['isEmpty', 'isNotEmpty'] as const
const textOperators = ['contains', 'equals', 'startsWith', 'endsWith', ...EMPTINESS, 'isAnyOf'] as const
const orderOperators = ['=', '!=', '>', '>=', '<', '<=', ...EMPTINESS] as const

type FilterField = Field | { kind: 'moment' }

/** The operators of each kind of field. An array matches if one of its elements does. */
const operators: Record<FilterField['kind'], readonly string[]> = {
  text: textOperators,
  integer: [...orderOperators, 'isAnyOf'],
  decimal: [...orderOperators, 'isAnyOf'],
  moment: orderOperators,
  day: orderOperators,
  boolean: ['=', '!=', 'equals', ...EMPTINESS],
  texts: textOperators,
  integers: ['contains', '=', ...EMPTINESS, 'isAnyOf'],
}

/** Fields of every record. */
const systemFields: Record<string, FilterField> = {
  id: { kind: 'integer' },
  createdAt: { kind: 'moment' },
  updatedAt: { kind: 'moment' },
}

/** The fields of a record, and the names that filters may use: by default all, with those of the system. */
type FilterableFields = { fields: Fields; names?: readonly string[] }

/**
 * Parses the `filters` parameter of a list. Throws a 400 if it is not a JSON array of at most 20 filters, or if a
 * filter is invalid; the message then names the filter.
 */
export function parseFilters(json: string | undefined, filterable: FilterableFields): Condition[] {
  if (json === undefined || json.trim() === '') return []
  let filters: unknown
  try {
    filters = JSON.parse(json)
  } catch {
    throw new Problem(400, 'requete-invalide', 'filters is not valid JSON')
  }
  if (!Array.isArray(filters)) throw new Problem(400, 'requete-invalide', 'filters must be a JSON array')
  if (filters.length > MAX_FILTERS)
    throw new Problem(400, 'requete-invalide', `filters accepts at most ${MAX_FILTERS} filters`)
  return filters.map((filter, i) => readFilter(filter, `filters[${i}]`, filterable))
}

function readFilter(
  filter: unknown,
  at: string,
  { fields, names = responseFields(fields) }: FilterableFields,
): Condition {
  if (filter === null || typeof filter !== 'object' || Array.isArray(filter))
    throw new Problem(400, 'requete-invalide', `${at} must be an object {field, operator, value}`)
  const { field, operator, value } = filter as Record<string, unknown>
  const known =
    typeof field === 'string' && names.includes(field) ? (systemFields[field] ?? fields[field]) : undefined
  if (typeof field !== 'string' || !known)
    throw unknownValue(`${at}: unknown field ${shown(field)}; one of ${names.join(', ')}`)
  const allowed = operators[known.kind]
  if (typeof operator !== 'string' || !allowed.includes(operator))
    throw unknownValue(
      `${at}: unknown operator ${shown(operator)} for ${field}; one of ${allowed.join(', ')}`,
    )
  const negated = operator === '!=' || operator === 'isNotEmpty'
  const read = new FilterValue(`${at}: the value of ${field}`, value)
  return { ...predicateOf(known, operator, read), field, ...(negated ? { unless: true } : {}) }
}

const unknownValue = (message: string) => new Problem(400, 'valeur-inconnue', message)

const shown = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 100)

function predicateOf(field: FilterField, operator: string, value: FilterValue): Predicate {
  const { kind } = field
  const oneOf = 'oneOf' in field ? field.oneOf : undefined
  if (operator === 'isEmpty' || operator === 'isNotEmpty')
    return { ask: 'empty', blank: kind === 'text' && !oneOf }
  if (oneOf) return { ask: 'among', values: chosen(oneOf, operator, value) }
  switch (kind) {
    case 'integer':
      return ofNumber(operator, value, 1)
    case 'decimal':
      return ofNumber(operator, value, 100)
    case 'integers':
      return among(operator, value)
    case 'moment':
    case 'day':
      return ofDate(kind, operator, value)
    case 'boolean':
      return { ask: 'among', values: [value.boolean()] }
    default:
      if (operator === 'isAnyOf') return { ask: 'alike', texts: value.many(one => one.text()) }
      if (operator === 'equals') return { ask: 'alike', texts: [value.text()] }
      return { ask: operator as 'contains', text: value.text() }
  }
}

/** Returns the values of an enumeration that match a text operator. */
function chosen(oneOf: readonly string[], operator: string, value: FilterValue): readonly string[] {
  if (operator === 'isAnyOf') return [...new Set(value.many(one => one.choice(oneOf)))]
  if (operator === 'equals') return [value.choice(oneOf)]
  const part = plain(value.text())
  if (operator === 'startsWith') return oneOf.filter(one => plain(one).startsWith(part))
  if (operator === 'endsWith') return oneOf.filter(one => plain(one).endsWith(part))
  return oneOf.filter(one => plain(one).includes(part))
}

/** Drops numbers that `keeps` rejects: by default those with decimals, because they equal no integer. */
const among = (operator: string, value: FilterValue, keeps = Number.isInteger): Predicate => ({
  ask: 'among',
  values: (operator === 'isAnyOf' ? value.many(one => one.number()) : [value.number()]).filter(keeps),
})

/** Multiplies and rounds, because 1.1 * 100 is 110.00000000000001. */
const times = (number: number, parts: number) =>
  parts === 1 ? number : Number((number * parts).toPrecision(15))

/** Stored numbers are multiples of 1 or 0.01, so a bound between two of them is rounded up to the next one. */
function ofNumber(operator: string, value: FilterValue, parts: 1 | 100): Predicate {
  if (!isOrdering(operator)) return among(operator, value, parts === 1 ? undefined : () => true)
  const scaled = times(value.number(), parts)
  return ordered(operator, { from: Math.ceil(scaled) / parts, below: (Math.floor(scaled) + 1) / parts })
}

function ofDate(kind: 'day' | 'moment', operator: string, value: FilterValue): Predicate {
  const interval = value.interval(kind)
  return isOrdering(operator) ? ordered(operator, interval) : { ask: 'between', ...interval }
}

const isOrdering = (operator: string) => /^[<>]/.test(operator)

/** Compares with the half-open interval of a value: `>=` begins at `from`, and `>` at `below`. */
function ordered(
  operator: string,
  { from, below }: Record<'from' | 'below', string | number | Date>,
): Predicate {
  const isFrom = operator.startsWith('>')
  return { ask: isFrom ? 'from' : 'below', value: operator === '>' || operator === '<=' ? below : from }
}

/** A predicate on a value. Ranges are half-open: `from` is inside, `below` is not. */
export type Predicate =
  | { ask: 'among'; values: readonly (string | number | boolean)[] }
  | { ask: 'from' | 'below'; value: string | number | Date }
  | { ask: 'between'; from: string | Date; below: string | Date }
  /** Equals one of the texts, ignoring case and accents. */
  | { ask: 'alike'; texts: readonly string[] }
  | { ask: 'contains' | 'startsWith' | 'endsWith'; text: string }
  /** Each word is a prefix of a word of the text. */
  | { ask: 'words'; words: readonly string[] }
  /** No value, an empty array or, if `blank`, an empty text. */
  | { ask: 'empty'; blank?: boolean }

/** A condition on a record. `unless` negates it: a missing value then matches, unless the predicate is `empty`. */
export type Condition = Predicate & { field: string; unless?: true }
