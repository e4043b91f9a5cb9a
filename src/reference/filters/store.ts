import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Condition, Predicate } from './filter-language.ts'

/** The columns of a table that filters treat specially. */
export type FilterColumns = {
  arrays: readonly string[]
  /** Text fields with a generated column, such as `nomTri`, that contains them without case and accents. */
  sortKeys: readonly string[]
}

/** Returns the LIKE pattern for exactly this text, escaped after normalization, which may produce a `%`. */
const escapePattern = (text: string) => sql`regexp_replace(plain(${text}), '([\\\\%_])', '\\\\\\1', 'g')`

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

/** A single value is compared with `=`, so that an index keeps the order of its further columns. */
function among(column: Sql, values: readonly Plain[]): Sql {
  if (values.length === 0) return sql`false`
  const type = typeOf(values)
  return values.length === 1
    ? sql`${column} = ${values[0]}::${type}`
    : sql`${column} = any(${values}::${type}[])`
}

/** Returns a predicate as SQL. `text` is the column without case and accents. */
export function predicateSql(column: Sql, ask: Predicate, text = sql`plain(${column})`): Sql {
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
      return sql`${text} collate "C" = any(array(select plain(t) from unnest(${ask.texts}::text[]) t))`
    case 'contains':
      return sql`${text} like '%' || ${escapePattern(ask.text)} || '%'`
    case 'startsWith':
      return sql`${text} collate "C" like ${escapePattern(ask.text)} || '%'`
    case 'endsWith':
      return sql`${text} like '%' || ${escapePattern(ask.text)}`
    case 'words':
      return sql`plain(${column}) ~ all (${ask.words.map(word => `(^|[^[:alnum:]])${word}`)}::text[])`
    case 'empty':
      return ask.blank ? sql`(${column} is null or ${column} = '')` : sql`${column} is null`
  }
}

const INTEGER = 2_147_483_647

/** Returns a predicate on an array as SQL. An array matches if one of its elements does. */
function elementPredicate(column: Sql, ask: Predicate): Sql {
  if (ask.ask === 'empty') return sql`coalesce(cardinality(${column}), 0) = 0`
  if (ask.ask !== 'among')
    return sql`exists (select from unnest(${column}) item where ${predicateSql(sql`item`, ask)})`
  const numbers = typeof ask.values[0] === 'number'
  const values = numbers ? ask.values.filter(value => Math.abs(value as number) <= INTEGER) : ask.values
  if (values.length === 0) return sql`false`
  return sql`${column} && ${values}::${sql.raw(numbers ? 'integer[]' : 'text[]')}`
}

/** Returns a condition as SQL. Null matches only `empty`, and therefore every other condition if it is negated. */
export function filterSql({ arrays, sortKeys }: FilterColumns, condition: Condition): Sql {
  const { field, unless } = condition
  const column = sql.identifier(field)
  const text = sortKeys.includes(field) ? sql.identifier(`${field}Tri`) : undefined
  const holds = arrays.includes(field)
    ? elementPredicate(column, condition)
    : predicateSql(column, condition, text)
  if (!unless) return holds
  // A test for emptiness is never null, and `not` permits the use of an index.
  return condition.ask === 'empty' ? sql`not (${holds})` : sql`(${holds}) is not true`
}
