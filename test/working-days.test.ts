import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addWorkingDays } from '../examples/storefront/src/basket/working-days.ts'

test('deliveries arrive on working days, which exclude weekends and the public holidays of France', () => {
  const cases: [from: string, count: number, arrival: string][] = [
    ['2026-11-26', 0, '2026-11-26'],
    ['2026-11-26', 3, '2026-12-01'],
    // A Saturday counts from the next working day.
    ['2026-11-28', 0, '2026-11-30'],
    ['2026-11-28', 1, '2026-11-30'],
    ['2026-12-24', 1, '2026-12-28'],
    ['2027-12-31', 1, '2028-01-03'],
    // Good Friday is a working day, Easter Monday is not.
    ['2026-04-02', 2, '2026-04-07'],
    ['2027-05-05', 1, '2027-05-07'],
    ['2025-06-06', 1, '2025-06-10'],
    ['2026-04-30', 1, '2026-05-04'],
  ]
  for (const [from, count, arrival] of cases)
    assert.equal(addWorkingDays(from, count), arrival, `${from} and ${count} working days`)
})
