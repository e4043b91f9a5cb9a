import { Problem } from '../../platform/problem.ts'
import { plain } from '../../platform/text.ts'
import { answeredFields, type Fields } from '../fields.ts'
import { FilterValue } from './filter-value.ts'

const MOST_FILTERS = 20

type Kind =
  | ('text' | 'choice' | 'number' | 'decimal' | 'moment' | 'day' | 'boolean')
  | ('texts' | 'choices' | 'numbers')

const EMPTINESS = ['isEmpty', 'isNotEmpty'] as const
const ofText = ['contains', 'equals', 'startsWith', 'endsWith', ...EMPTINESS, 'isAnyOf'] as const
const ofOrder = ['=', '!=', '>', '>=', '<', '<=', ...EMPTINESS] as const

/** The operators that a field of each kind knows. An array answers as its elements do: one that fits is enough. */
const operators: Record<Kind, readonly string[]> = {
  text: ofText,
  choice: ofText,
  number: [...ofOrder, 'isAnyOf'],
  decimal: [...ofOrder, 'isAnyOf'],
  moment: ofOrder,
  day: ofOrder,
  boolean: ['=', '!=', 'equals', ...EMPTINESS],
  texts: ofText,
  choices: ofText,
  numbers: ['contains', '=', ...EMPTINESS, 'isAnyOf'],
}

type Known = { kind: Kind; oneOf?: readonly string[] | undefined }

function knownField(fields: Fields, name: string): Known | undefined {
  if (name === 'id') return { kind: 'number' }
  if (name === 'createdAt' || name === 'updatedAt') return { kind: 'moment' }
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!field) return undefined
  switch (field.kind) {
    case 'text':
      return { kind: field.oneOf ? 'choice' : 'text', oneOf: field.oneOf }
    case 'texts':
      return { kind: field.oneOf ? 'choices' : 'texts', oneOf: field.oneOf }
    case 'integer':
      return { kind: 'number' }
    case 'integers':
      return { kind: 'numbers' }
    default:
      return { kind: field.kind }
  }
}

/** The fields that may be asked, by what they are, and their names. */
type Askable = { fields: Fields; names?: readonly string[] }

/** The `filters` of a list, read; 400 that says which is wrong. */
export function readFilters(json: string | undefined, askable: Askable): Condition[] {
  if (json === undefined || json.trim() === '') return []
  let filters: unknown
  try {
    filters = JSON.parse(json)
  } catch {
    throw new Problem(400, 'requete-invalide', 'filters is not valid JSON')
  }
  if (!Array.isArray(filters)) throw new Problem(400, 'requete-invalide', 'filters must be a JSON array')
  if (filters.length > MOST_FILTERS)
    throw new Problem(400, 'requete-invalide', `filters takes ${MOST_FILTERS} filters at most`)
  return filters.map((filter, i) => readFilter(filter, `filters[${i}]`, askable))
}

function readFilter(
  filter: unknown,
  at: string,
  { fields, names = answeredFields(fields) }: Askable,
): Condition {
  if (filter === null || typeof filter !== 'object' || Array.isArray(filter))
    throw new Problem(400, 'requete-invalide', `${at} must be an object {field, operator, value}`)
  const { field, operator, value } = filter as Record<string, unknown>
  const known = typeof field === 'string' && names.includes(field) ? knownField(fields, field) : undefined
  if (typeof field !== 'string' || !known)
    throw new Problem(
      400,
      'valeur-inconnue',
      `${at}: unknown field ${shown(field)}; one of ${names.join(', ')}`,
    )
  const allowed = operators[known.kind]
  if (typeof operator !== 'string' || !allowed.includes(operator))
    throw new Problem(
      400,
      'valeur-inconnue',
      `${at}: unknown operator ${shown(operator)} for ${field}; one of ${allowed.join(', ')}`,
    )
  const negated = operator === '!=' || operator === 'isNotEmpty'
  const read = new FilterValue(`${at}: the value of ${field}`, value)
  return { ...askOf(known, operator, read), field, ...(negated ? { unless: true } : {}) }
}

const shown = (value: unknown) => (JSON.stringify(value) ?? 'undefined').slice(0, 100)

function askOf({ kind, oneOf }: Known, operator: string, value: FilterValue): Ask {
  if (operator === 'isEmpty' || operator === 'isNotEmpty') return { ask: 'empty', blank: kind === 'text' }
  if (oneOf) return { ask: 'among', values: chosen(oneOf, operator, value) }
  switch (kind) {
    case 'number':
      return ofNumber(operator, value, 1)
    case 'decimal':
      return ofNumber(operator, value, 100)
    case 'numbers':
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

/** Those of an enumeration that an operator on text means. */
function chosen(oneOf: readonly string[], operator: string, value: FilterValue): readonly string[] {
  if (operator === 'isAnyOf') return [...new Set(value.many(one => one.choice(oneOf)))]
  if (operator === 'equals') return [value.choice(oneOf)]
  const part = plain(value.text())
  if (operator === 'startsWith') return oneOf.filter(one => plain(one).startsWith(part))
  if (operator === 'endsWith') return oneOf.filter(one => plain(one).endsWith(part))
  return oneOf.filter(one => plain(one).includes(part))
}

/** A number with decimals is among no integers. */
const among = (operator: string, value: FilterValue, keeps = Number.isInteger): Ask => ({
  ask: 'among',
  values: (operator === 'isAnyOf' ? value.many(one => one.number()) : [value.number()]).filter(keeps),
})

/** 1.1 * 100 is 110.00000000000001. */
const times = (number: number, parts: number) =>
  parts === 1 ? number : Number((number * parts).toPrecision(15))

/** All numbers kept are integers or, of a decimal, hundredths, so a bound between two of them is the one beside it. */
function ofNumber(operator: string, value: FilterValue, parts: 1 | 100): Ask {
  const bound = (step: (number: number) => number) => step(times(value.number(), parts)) / parts
  const after = (number: number) => Math.floor(number) + 1
  switch (operator) {
    case '>':
      return { ask: 'from', value: bound(after) }
    case '>=':
      return { ask: 'from', value: bound(Math.ceil) }
    case '<':
      return { ask: 'below', value: bound(Math.ceil) }
    case '<=':
      return { ask: 'below', value: bound(after) }
    default:
      return among(operator, value, parts === 1 ? undefined : () => true)
  }
}

function ofDate(kind: 'day' | 'moment', operator: string, value: FilterValue): Ask {
  const { from, below } = value.interval(kind)
  switch (operator) {
    case '>':
      return { ask: 'from', value: below }
    case '>=':
      return { ask: 'from', value: from }
    case '<':
      return { ask: 'below', value: from }
    case '<=':
      return { ask: 'below', value: below }
    default:
      return { ask: 'between', from, below }
  }
}
/** A predicate on a value. A range is half open: `from` belongs to it, `below` does not. */
export type Ask =
  | { ask: 'among'; values: readonly (string | number | boolean)[] }
  | { ask: 'from' | 'below'; value: string | number | Date }
  | { ask: 'between'; from: string | Date; below: string | Date }
  /** Without case and accents. */
  | { ask: 'alike'; texts: readonly string[] }
  | { ask: 'contains' | 'startsWith' | 'endsWith'; text: string }
  /** Each is the beginning of a word of the text. */
  | { ask: 'words'; words: readonly string[] }
  /** No value, or an array or, where it may be `blank`, a text without anything in it. */
  | { ask: 'empty'; blank?: boolean }

/** One thing that must hold of a record. `unless`: it must not, which it does not of a value that is not there. */
export type Condition = Ask & { field: string; unless?: true }
