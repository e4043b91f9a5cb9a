import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { eurosOf, formatEuros, parseEuros } from './money.ts'

test('every amount of cents is unchanged after serialization, as number and as text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999_999 }), cents => {
      const wire = JSON.stringify(eurosOf(cents))
      assert.equal(parseEuros(JSON.parse(wire), 'montant'), cents)
      assert.equal(parseEuros((cents / 100).toFixed(2), 'montant'), cents)
    }),
  )
})

test('values other than exact amounts above zero are refused', () => {
  const refused = [
    0,
    -1,
    12.345,
    0.1 + 0.2,
    1e21,
    1e-7,
    '',
    '12,34',
    '12.',
    '.5',
    '0.00',
    '-3',
    ' 1',
    '1e3',
    '12345678901',
  ]
  for (const amount of [...refused, Number.NaN, Number.POSITIVE_INFINITY])
    assert.throws(
      () => parseEuros(amount, 'montant'),
      { statusCode: 400, message: /^montant must be/ },
      String(amount),
    )
})

test('amounts are formatted in French', () => {
  assert.equal(formatEuros(123_450).replaceAll(/\s/g, ' '), '1 234,50 €')
})
