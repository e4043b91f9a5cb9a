import type { Field, Fields } from '../../src/reference/fields.ts'
import type { Filter, Row } from './list-reading.ts'

const ofText = ['contains', 'equals', 'startsWith', 'endsWith']
const ofOrder = ['=', '!=', '>', '>=', '<', '<=']

const beside = (day: string, days: number) =>
  Temporal.PlainDate.from(day.slice(0, 10)).add({ days }).toString()

function textsAround(whole: string) {
  const letters = [...whole]
  const half = Math.ceil(letters.length / 2)
  const parts = [letters, letters.slice(0, half), letters.slice(half), letters.slice(1, -1)]
  return [...parts.map(part => part.join('')), whole.toUpperCase(), ` ${whole}`]
}

function questions(field: Field | 'moment', stored: unknown): [operators: string[], values: unknown[]] {
  if (field === 'moment') return [ofOrder, [stored, beside(String(stored), 0), beside(String(stored), 1)]]
  switch (field.kind) {
    case 'text':
    case 'texts':
      return [ofText, field.oneOf ? [stored] : textsAround(String(stored))]
    case 'day':
      return [
        ofOrder,
        [stored, beside(String(stored), 0), beside(String(stored), -1), beside(String(stored), 1)],
      ]
    case 'integer':
      return [ofOrder, [stored, Number(stored) - 0.5, Number(stored) + 0.5, Number(stored) + 1]]
    case 'decimal':
      return [ofOrder, [stored, Number(stored) - 0.005, Number(stored) + 0.01, Number(stored) + 1]]
    case 'boolean':
      return [
        ['=', '!=', 'equals'],
        [true, false],
      ]
    case 'integers':
      return [['=', 'contains'], [stored]]
  }
}

/** Chooses a text of several words or a date without a time, if there is one; else the first value. */
const chooseValue = (values: unknown[]) =>
  values.find(value => typeof value === 'string' && /^(\p{L}{4,}[ -].*|\d{4}-\d\d-\d\d)$/u.test(value)) ??
  values[0]

/**
 * Creates filters for every field: for missing values, and with each operator except `isAnyOf` on and around a value
 * that one of the rows has, if any has one.
 */
export function createEdgeFilters(fields: Fields, rows: readonly Row[]): Filter[] {
  const known: [string, Field | 'moment'][] = [
    ['id', { kind: 'integer' }],
    ...Object.entries(fields),
    ['createdAt', 'moment'],
    ['updatedAt', 'moment'],
  ]
  return known.flatMap(([field, kind]) => {
    const stored = rows.flatMap(row => row[field] ?? []).filter(value => value !== '')
    const [operators, values] = stored.length > 0 ? questions(kind, chooseValue(stored)) : [[], []]
    return [
      ...['isEmpty', 'isNotEmpty'].map(operator => ({ field, operator })),
      ...values.flatMap(value => operators.map(operator => ({ field, operator, value }))),
    ]
  })
}
