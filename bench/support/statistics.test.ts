import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { median, percentiles, ratio, ratioText, rounded, spread, spreadText } from './statistics.ts'

test('the median is the middle value, regardless of the order of the values', () => {
  assert.equal(median([7, 1, 3]), 3)
  assert.equal(median([5]), 5)
  assert.throws(() => median([]), /no median of nothing/)
})

test('the median of an even number of values is the mean of the two in the middle, not the upper one', () => {
  assert.equal(median([706, 648]), 677)
  assert.equal(median([4, 1, 3, 2]), 2.5)
})

test('a spread has the minimum and maximum beside the median', () => {
  assert.deepEqual(spread([30, 10, 25]), { median: 25, least: 10, most: 30 })
  assert.equal(spreadText(spread([7_236.4, 6_900, 7_400])), '7236 (6900–7400)')
  assert.equal(spreadText(spread([0.051, 0.2, 12.34])), '0.2 (0.05–12.3)')
})

test('a ratio is that of the two figures beside it, with the minimum and maximum of the rounds', () => {
  assert.equal(ratioText(ratio([700, 650, 720], [1_400, 1_000, 1_500])), '0.50 (0.48–0.65)')
  assert.equal(ratioText(ratio([706, 648], [900, 454])), '1.00 (0.78–1.43)')
})

test('a ratio to a zero figure is omitted, and different numbers of rounds are rejected', () => {
  assert.equal(ratioText(ratio([5, 6, 7], [1, 0, 2])), '')
  assert.throws(() => ratio([1, 2], [1]), /2 rounds cannot be compared with 1/)
})

test('a ratio is consistent with its rounds', () => {
  const rounds = fc.array(
    fc.tuple(fc.integer({ min: 100, max: 99_999 }), fc.integer({ min: 100, max: 99_999 })),
    {
      minLength: 1,
      maxLength: 9,
    },
  )
  fc.assert(
    fc.property(rounds, pairs => {
      const of = ratio(
        pairs.map(([a]) => a),
        pairs.map(([, b]) => b),
      )!
      // The median of an even number of rounds may be off by half a unit due to rounding.
      assert.ok(of.median >= of.least * 0.99 && of.median <= of.most * 1.01)
    }),
  )
})

test('percentiles are values of the sorted times by the nearest rank', () => {
  const times = Array.from({ length: 1_000 }, (_, i) => 1_000 - i)
  assert.deepEqual(percentiles(times), { medianMs: 500, p95Ms: 950, p99Ms: 990 })
})

test('figures are rounded to about three digits', () => {
  assert.deepEqual([1_234.5, 12.345, 1.2345, 0.001].map(rounded), [1_235, 12.3, 1.23, 0])
})
