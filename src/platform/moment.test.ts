import assert from 'node:assert/strict'
import { test } from 'node:test'
import { momentOf, parsePeriod } from './moment.ts'

const cases: [text: string, moment: string | undefined, end?: string][] = [
  ['2025-07-14T10:30:00Z', '2025-07-14T10:30:00.000Z'],
  ['2025-07-14T10:30:00.123456Z', '2025-07-14T10:30:00.123Z'],
  ['2025-07-14T10:30:00+02:00', '2025-07-14T08:30:00.000Z'],
  ['2025-07-14T10:30Z', '2025-07-14T10:30:00.000Z'],
  ['2025-07-14T10:30:00', '2025-07-14T08:30:00.000Z'],
  ['2025-07-14', '2025-07-13T22:00:00.000Z', '2025-07-14T21:59:59.999Z'],
  ['2025-10-26', '2025-10-25T22:00:00.000Z', '2025-10-26T22:59:59.999Z'],
  ['2025-07-14 10:30', '2025-07-14T08:30:00.000Z'],
  ['0001-01-02', '0001-01-01T23:50:39.000Z', '0001-01-02T23:50:38.999Z'],
  ['0001-01-01', undefined, '0001-01-01T23:50:38.999Z'],
  ['0000-05-05T00:00:00Z', undefined],
  ['10000-01-01', undefined],
  ['2016-12-31T23:59:60Z', undefined],
  ['2025-02-30', undefined],
  ['2025-02-30T10:00:00Z', undefined],
  ['2025-07-14T25:00:00Z', undefined],
  ['14/07/2025', undefined],
  ['2025-07-14T10:30:00Z[Europe/Paris]', undefined],
  ['yesterday', undefined],
  ['', undefined],
]

for (const [text, start, end = start] of cases)
  test(`'${text}' is ${start ?? 'invalid'}`, () => {
    assert.equal(momentOf(text)?.toISOString(), start)
    assert.equal(momentOf(text, true)?.toISOString(), end)
  })

test('a period includes both bounds, and a date is the whole day', () => {
  const asText = (dates: Parameters<typeof parsePeriod>[0]) => JSON.parse(JSON.stringify(parsePeriod(dates)))
  assert.deepEqual(asText({ dateFrom: '2025-07-14', dateTo: '2025-07-14' }), {
    from: '2025-07-13T22:00:00.000Z',
    until: '2025-07-14T22:00:00.000Z',
  })
  assert.deepEqual(asText({ dateTo: '2025-07-14T10:30:00Z' }), { until: '2025-07-14T10:30:00.001Z' })
  assert.deepEqual(asText({}), {})
})
