import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { amountsByRate, splitRefundByRate, subtractCredits, totalsOf, withoutTax } from './vat.ts'

const chance = { seed: 20_261_122, numRuns: 2_000 }
const rate = fc.constantFrom(20, 10, 8.5, 5.5, 2.1, 1.05, 0)
const cents = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 50_000_000_000 }))
const lines = fc.array(fc.record({ tauxTva: rate, totalCents: cents }), { minLength: 1, maxLength: 60 })
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

describe('the tax in an amount', () => {
  for (const [ttc, taux, ht] of [
    [1200, 20, 1000],
    [1000, 20, 833],
    [1055, 5.5, 1000],
    [1021, 2.1, 1000],
    [100_000, 8.5, 92_166],
    // Half a cent is rounded up.
    [3, 100, 2],
    [0, 20, 0],
    [1234, 0, 1234],
    [9_007_199_254_740_991, 20, 7_505_999_378_950_826],
  ] as const)
    test(`${ttc} cents at ${taux} % are ${ht} without tax`, () => assert.equal(withoutTax(ttc, taux), ht))
})

test('in any basket net and tax add up to the paid amount, at each rate and in total', () => {
  fc.assert(
    fc.property(lines, given => {
      const rates = amountsByRate(given)
      for (const { tauxTva, htCents, tvaCents, ttcCents } of rates) {
        assert.equal(htCents + tvaCents, ttcCents)
        assert.equal(
          ttcCents,
          sum(given.filter(each => each.tauxTva === tauxTva).map(each => each.totalCents)),
        )
        // Within half a cent of the exact amount.
        assert.ok(Math.abs((htCents * (100 + tauxTva)) / 100 - ttcCents) <= 0.5 * (1 + tauxTva / 100) + 1e-4)
      }
      const { htCents, tvaCents, ttcCents } = totalsOf(rates)
      assert.equal(htCents + tvaCents, ttcCents)
      assert.equal(ttcCents, sum(given.map(each => each.totalCents)))
    }),
    chance,
  )
})

test('refunds that end with a full one leave nothing, at any rate', () => {
  const refunds = fc.array(
    fc.record({
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      given: fc.array(fc.record({ tauxTva: rate, montantCents: cents }), { maxLength: 4 }),
    }),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(lines, refunds, (bought, asked) => {
      const invoiced = amountsByRate(bought)
      let left = invoiced
      const credited = []
      for (const { share, given } of [...asked, { share: 1, given: [] }]) {
        const montantCents = Math.ceil(totalsOf(left).ttcCents * share)
        const credit = splitRefundByRate(left, montantCents, given)
        assert.equal(totalsOf(credit).ttcCents, montantCents)
        for (const { htCents, tvaCents, ttcCents } of credit) {
          assert.ok(htCents >= 0 && tvaCents >= 0 && ttcCents > 0)
          assert.equal(htCents + tvaCents, ttcCents)
        }
        credited.push(...credit)
        left = subtractCredits(invoiced, credited)
        for (const { htCents, tvaCents } of left) assert.ok(htCents >= 0 && tvaCents >= 0)
      }
      assert.deepEqual(totalsOf(left), { htCents: 0, tvaCents: 0, ttcCents: 0 })
      for (const { htCents, tvaCents, ttcCents } of left)
        assert.deepEqual([htCents, tvaCents, ttcCents], [0, 0, 0])
    }),
    chance,
  )
})

describe('a refund', () => {
  const left = amountsByRate([
    { tauxTva: 20, totalCents: 9000 },
    { tauxTva: 5.5, totalCents: 1000 },
  ])

  test('of a partial amount is spread proportionally over the rates', () => {
    assert.deepEqual(splitRefundByRate(left, 1000), [
      { tauxTva: 20, htCents: 750, tvaCents: 150, ttcCents: 900 },
      { tauxTva: 5.5, htCents: 95, tvaCents: 5, ttcCents: 100 },
    ])
  })

  test('of returned articles uses their own rate', () => {
    assert.deepEqual(splitRefundByRate(left, 500, [{ tauxTva: 5.5, montantCents: 500 }]), [
      { tauxTva: 5.5, htCents: 474, tvaCents: 26, ttcCents: 500 },
    ])
  })

  test('above the rest of one rate continues with the other rates, and never exceeds the total', () => {
    const rates = (montantCents: number, given: number) =>
      splitRefundByRate(left, montantCents, [{ tauxTva: 5.5, montantCents: given }]).map(each => [
        each.tauxTva,
        each.ttcCents,
      ])
    assert.deepEqual(rates(1500, 1500), [
      [20, 500],
      [5.5, 1000],
    ])
    assert.deepEqual(rates(99_999, 0), [
      [20, 9000],
      [5.5, 1000],
    ])
  })
})
