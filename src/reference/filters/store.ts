import { type Sql, sql } from '../../platform/database/sql.ts'
import { wordsOf } from '../../platform/text.ts'
import type { Ask, Condition } from './conditions.ts'

/** What SQL must know of a table to ask it. */
export type Asked = {
  arrays: ReadonlySet<string>
  /** The fields whose words stand in `mots`. */
  worded: readonly string[]
  /** Where the records of each value of a field are counted, by field: the values are few, the records many. */
  groups: ReadonlyMap<string, string>
}

/** The pattern of LIKE that stands for exactly this text, made plain: making it so may bring in a `%`. */
const literally = (text: string) => sql`regexp_replace(plain(${text}), '([\\\\%_])', '\\\\\\1', 'g')`

type Plain = string | number | boolean
const types = { string: sql`text`, boolean: sql`boolean` }
const numberType = (values: readonly unknown[]) =>
  values.every(Number.isInteger) ? sql`bigint` : sql`double precision`
const typeOf = (values: readonly Plain[]) =>
  typeof values[0] === 'number' ? numberType(values) : types[typeof values[0] as keyof typeof types]
const comparable = (value: string | number | Date) =>
  typeof value === 'string'
    ? sql`${value} collate "C"`
    : typeof value === 'number'
      ? sql`${value}::${numberType([value])}`
      : sql`${value}::timestamptz`

/** One value among others is compared with `=`, which leaves an index in the order of its further columns. */
function among(column: Sql, values: readonly Plain[]): Sql {
  if (values.length === 0) return sql`false`
  const type = typeOf(values)
  return values.length === 1
    ? sql`${column} = ${values[0]}::${type}`
    : sql`${column} = any(${values}::${type}[])`
}

export function asked(column: Sql, ask: Ask): Sql {
  switch (ask.ask) {
    case 'among':
      return among(column, ask.values)
    case 'from':
      return sql`${column} >= ${comparable(ask.value)}`
    case 'below':
      return sql`${column} < ${comparable(ask.value)}`
    case 'between':
      return sql`${column} >= ${comparable(ask.from)} and ${column} < ${comparable(ask.below)}`
    case 'alike':
      return sql`plain(${column}) = any(array(select plain(t) from unnest(${ask.texts}::text[]) t))`
    case 'contains':
      return sql`plain(${column}) like '%' || ${literally(ask.text)} || '%'`
    case 'startsWith':
      return sql`plain(${column}) like ${literally(ask.text)} || '%'`
    case 'endsWith':
      return sql`plain(${column}) like '%' || ${literally(ask.text)}`
    case 'words':
      return sql`plain(${column}) ~ all (${ask.words.map(word => `(^|[^[:alnum:]])${word}`)}::text[])`
    case 'empty':
      return ask.blank ? sql`(${column} is null or ${column} = '')` : sql`${column} is null`
  }
}

const INTEGER = 2_147_483_647

/** An array answers as its elements do: one that fits is enough. */
function askedOfElements(column: Sql, ask: Ask): Sql {
  if (ask.ask === 'empty') return sql`coalesce(cardinality(${column}), 0) = 0`
  if (ask.ask !== 'among')
    return sql`exists (select from unnest(${column}) item where ${asked(sql`item`, ask)})`
  const numbers = typeof ask.values[0] === 'number'
  const values = numbers ? ask.values.filter(value => Math.abs(value as number) <= INTEGER) : ask.values
  if (values.length === 0) return sql`false`
  return sql`${column} && ${values}::${sql.raw(numbers ? 'integer[]' : 'text[]')}`
}

export const isOfText = ({ ask }: Ask) => ['alike', 'contains', 'startsWith', 'endsWith'].includes(ask)

const lexeme = (word: string) => `'${word}'`

/**
 * What the words of a text that is equal to one asked for, or begins as it, must be: an index finds these, and `asked` looks
 * at what it found. The last word of a beginning may go on.
 */
function wordsAsked(ask: Ask): string | undefined {
  if (ask.ask === 'startsWith') {
    const words = wordsOf(ask.text)
    return words.length > 0 ? `${words.map(lexeme).join(' & ')}:*` : undefined
  }
  if (ask.ask !== 'alike') return undefined
  const texts = ask.texts.map(wordsOf)
  return texts.every(words => words.length > 0)
    ? texts.map(words => `(${words.map(lexeme).join(' & ')})`).join(' | ')
    : undefined
}

/** A condition as SQL. `null` fits nothing, and so fits what must not be. */
export function conditionOf({ arrays, worded }: Asked, condition: Condition): Sql {
  const { field, unless } = condition
  const column = sql.identifier(field)
  const holds = arrays.has(field) ? askedOfElements(column, condition) : asked(column, condition)
  // Emptiness holds or does not, of no value too, so its contrary can be found by an index.
  if (unless) return condition.ask === 'empty' ? sql`not (${holds})` : sql`(${holds}) is not true`
  const words = worded.includes(field) ? wordsAsked(condition) : undefined
  return words === undefined ? holds : sql`mots @@ ${words}::tsquery and ${holds}`
}
