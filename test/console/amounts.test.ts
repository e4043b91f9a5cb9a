import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { monthsUntil } from '../../console/src/pages/clients/months.ts'
import { formatCents, parseCents } from '../../console/src/sales/amount.ts'
import { unitsCost } from '../../console/src/sales/units.ts'

describe('a typed amount', () => {
  for (const [text, cents] of [
    ['12', 1_200],
    ['12,5', 1_250],
    ['12.50', 1_250],
    [' 1\u202f234,56 € ', 123_456],
    ['0,29', 29],
    ['', undefined],
    ['12,345', undefined],
    ['-5', undefined],
    ['1e3', undefined],
    ['1,2,3', undefined],
  ] as const)
    test(`${JSON.stringify(text)} is ${cents} cents`, () => assert.equal(parseCents(text), cents))

  test('is parsed to the same value after formatting', () => {
    assert.equal(formatCents(123_450, ','), '1234,50')
    for (const cents of [0, 5, 29, 115, 123_456])
      for (const separator of [',', '.'] as const)
        assert.equal(parseCents(formatCents(cents, separator)), cents)
  })
})

test('the refund for returned units is the price paid for that many first units', () => {
  const units = [
    { quantite: 2, prixUnitaireCents: 333 },
    { quantite: 1, prixUnitaireCents: 334 },
  ]
  assert.deepEqual(
    [0, 1, 2, 3, 9].map(wanted => unitsCost(units, wanted)),
    [0, 333, 666, 1_000, 1_000],
  )
})

describe('the months of a plot', () => {
  const now = new Date('2026-03-15T12:00:00Z')
  const names = (...data: string[]) =>
    monthsUntil(
      now,
      data.map(mois => ({ mois, totalAmount: 100 })),
    ).map(({ month }) => month)

  test('are the last twelve, including the current one', () => {
    const months = names('2026-01')
    assert.deepEqual([months.length, months[0], months.at(-1)], [12, '2025-04', '2026-03'])
  })

  test('start at the first purchase, at most two years ago', () => {
    assert.deepEqual([names('2025-01').length, names('2025-01')[0]], [15, '2025-01'])
    assert.equal(names('2020-01').length, 24)
  })

  test('end at a purchase that the shop’s clock dates in the future', () => {
    assert.equal(names('2026-05').at(-1), '2026-05')
  })
})
