import fc from 'fast-check'
import type { Field, Fields } from '../../src/reference/fields.ts'
import type { Filter, Row } from './list-reading.ts'

const pieces = [
  ...[
    'lampe',
    'Lampe',
    'LAMPE',
    'été',
    'Été',
    'ETE',
    'e\u0301te\u0301',
    'cœur',
    'COEUR',
    'Straße',
    'ñ',
    'a',
    'B',
  ],
  ...[
    '%',
    '_',
    '\\',
    '\\%',
    "'",
    '"',
    "l'eau",
    '😀',
    '👍🏽',
    '{}',
    '{a,b}',
    'null',
    '*',
    '&',
    '|',
    '!',
    ':',
    '(',
    '0',
    '12',
  ],
]
export const text = fc
  .array(fc.tuple(fc.constantFrom(...pieces), fc.constantFrom('', ' ', '-')), { maxLength: 4 })
  .map(parts => parts.flat().join(''))
/** A few days, among them consecutive ones and those of clock changes. */
const day = fc.constantFrom(
  '2026-02-28',
  '2026-03-01',
  '2026-03-29',
  '2026-03-30',
  '2026-10-25',
  '2026-11-21',
  '2027-01-01',
)
const moment = fc
  .tuple(day, fc.constantFrom('T00:00:00Z', 'T23:30:00.500Z', 'T10:00:00+02:00'))
  .map(([date, time]) => date + time)
const number = fc.integer({ min: 0, max: 12 })
/** Some of these doubles times 100 are not integers. */
const hundredths = fc.constantFrom(0, 1.1, 2.1, 5.5, 8.2, 10, 20)
const between = number.map(whole => whole + 0.5)

const someOf = (field: Field): fc.Arbitrary<unknown> => {
  switch (field.kind) {
    case 'text':
      return field.oneOf ? fc.constantFrom(...field.oneOf) : text
    case 'day':
      return fc.oneof(day, moment)
    case 'integer':
      return number
    case 'decimal':
      return hundredths
    case 'boolean':
      return fc.boolean()
    case 'texts':
      return fc.array(field.oneOf ? fc.constantFrom(...field.oneOf) : text, { maxLength: 3 })
    case 'integers':
      return fc.constant(null)
  }
}

/** Generates addresses of photos, because an import refuses other texts. */
const photos = fc.array(
  text.map(path => `https://example.org/${path}`),
  { maxLength: 3 },
)

/** Generates creation bodies whose values often collide, except in the field `unique`. */
export const generateBodies = (fields: Fields, unique: string | undefined, count: number) =>
  fc
    .array(
      fc.record(
        Object.fromEntries(
          Object.entries(fields).map(([name, field]) => [
            name,
            field.required
              ? someOf(field).map(value => (typeof value === 'string' ? `${value}x` : value))
              : fc.option(name === 'photosUrls' ? photos : someOf(field)),
          ]),
        ),
      ),
      { minLength: count, maxLength: count },
    )
    .map(all => all.map((body, i) => (unique ? { ...body, [unique]: `é${i}` } : body)))

const ofText = ['contains', 'equals', 'startsWith', 'endsWith', 'isEmpty', 'isNotEmpty', 'isAnyOf']
const ofOrder = ['=', '!=', '>', '>=', '<', '<=', 'isEmpty', 'isNotEmpty']

/** Returns a part of a stored text in upper or lower case, because filters ignore case. */
const partOf = (whole: unknown, from: number, to: number) =>
  [...String(whole)]
    .slice(from, from + to)
    .join('')
    [from % 2 ? 'toUpperCase' : 'toLowerCase']()

/** Generates valid filters of a list, often with a value of a row; fields in `favoured` are more frequent. */
export function generateFilters(
  fields: Fields,
  rows: readonly Row[],
  favoured: readonly string[],
): fc.Arbitrary<Filter> {
  const known: Fields = { ...fields, id: { kind: 'integer' } }
  const names = [...Object.keys(known), ...favoured, ...favoured, 'createdAt', 'updatedAt']
  return fc.constantFrom(...names).chain(field => {
    const stored = rows.flatMap(row => row[field] ?? [])
    const isMoment = field.endsWith('At')
    const kind = isMoment ? 'moment' : known[field]!.kind
    const own = stored.length > 0 ? fc.constantFrom(...stored) : fc.constant('a')
    const filter = (operators: string[], value: fc.Arbitrary<unknown>) =>
      fc
        .tuple(fc.constantFrom(...operators), value, fc.array(value, { minLength: 1, maxLength: 3 }))
        .map(([operator, one, many]) => ({ field, operator, value: operator === 'isAnyOf' ? many : one }))
    const oneOf = !isMoment && 'oneOf' in known[field]! ? known[field].oneOf : undefined
    if (oneOf)
      return fc.oneof(
        filter(['equals', 'isAnyOf', 'isEmpty', 'isNotEmpty'], fc.constantFrom(...oneOf)),
        filter(['contains', 'startsWith', 'endsWith'], fc.constantFrom('e', 'IN', 'é', 'actif', '_', '')),
      )
    const part = fc.tuple(own, fc.nat(3), fc.nat(12)).map(([whole, from, to]) => partOf(whole, from, to))
    if (kind === 'text' || kind === 'texts') return filter(ofText, fc.oneof(part, own.map(String), text))
    if (kind === 'boolean') return filter(['=', '!=', 'equals', 'isEmpty', 'isNotEmpty'], fc.boolean())
    if (kind === 'integers') return filter(['contains', '=', 'isAnyOf', 'isEmpty', 'isNotEmpty'], number)
    if (kind === 'integer' || kind === 'decimal')
      return filter(
        [...ofOrder, 'isAnyOf'],
        fc.oneof(number, own, between, fc.constantFrom(-1, 3_000_000_000)),
      )
    return filter(ofOrder, kind === 'moment' ? fc.oneof(day, moment, own) : fc.oneof(day, moment))
  })
}
