import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findShortfall, WHOLE } from './results.ts'

test('complete and longer runs are stored', () => {
  assert.equal(findShortfall(WHOLE, 5), undefined)
  assert.equal(findShortfall({ ...WHOLE, seconds: 10, rounds: 5 }, 10), undefined)
})

test('runs with fewer or shorter rounds or fewer products are not stored', () => {
  assert.match(findShortfall({ ...WHOLE, rounds: 2 }, 5) ?? '', /2 of at least 3 rounds/)
  assert.match(findShortfall({ ...WHOLE, seconds: 3 }, 3) ?? '', /rounds of 3 s/)
  assert.match(findShortfall({ ...WHOLE, products: 10_000 }, 5) ?? '', /10000 of at least 1000000 products/)
})

test('a run with a round that ended early is not stored', () => {
  assert.match(findShortfall(WHOLE, 4.26) ?? '', /a round of 4\.3 s/)
})

test('a comparison has separate minimum options', () => {
  const least = { products: 10_000, seconds: 5, rounds: 5 }
  assert.equal(findShortfall(least, 5, least), undefined)
  assert.match(findShortfall({ ...least, rounds: 3 }, 5, least) ?? '', /3 of at least 5 rounds/)
})
