import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paidLines, unitPrices } from './paid-lines.ts'
import type { Line } from './tables.ts'

const line = (quantite: number, prixUnitaireCents: number, totalCents?: number): Line => ({
  ...{ articleId: 'a', nom: 'Lampe', categories: null, connu: true, quantite, prixUnitaireCents },
  ...(totalCents !== undefined && { totalCents }),
})
const totals = (montantTotalCents: number, lignes: Line[]) =>
  paidLines({ montantTotalCents, lignes }).map(({ totalCents }) => totalCents)

test('the paid amount of a line is its stored total', () => {
  assert.deepEqual(totals(1500, [line(1, 1000, 1000), line(1, 1000, 500)]), [1000, 500])
})

test('a line of an older order gets its share of the total, and the last line the remainder', () => {
  assert.deepEqual(totals(2000, [line(1, 1000), line(2, 500), line(1, 1000)]), [666, 666, 668])
  assert.deepEqual(totals(0, [line(3, 1000), line(1, 0)]), [0, 0])
  assert.deepEqual(totals(0, [line(1, 0)]), [0])
  assert.deepEqual(totals(3, [line(3, 1), line(1, 0)]), [3, 0])
})

test('products of amounts beyond 2^53 are exact', () => {
  const dear = Number.MAX_SAFE_INTEGER - 3
  assert.deepEqual(totals(dear, [line(1, dear - 1), line(1, 1)]), [dear - 1, 1])
})

test('the units of a line share its paid amount, and some cost a cent more if it does not divide evenly', () => {
  const prices = (quantite: number, totalCents: number) => unitPrices({ quantite, totalCents })
  assert.deepEqual(prices(3, 100), [
    { quantity: 2, unitPrice: 33 },
    { quantity: 1, unitPrice: 34 },
  ])
  assert.deepEqual(prices(2, 100), [{ quantity: 2, unitPrice: 50 }])
  assert.deepEqual(prices(3, 1), [
    { quantity: 2, unitPrice: 0 },
    { quantity: 1, unitPrice: 1 },
  ])
  assert.deepEqual(prices(3, 0), [{ quantity: 3, unitPrice: 0 }])
})
