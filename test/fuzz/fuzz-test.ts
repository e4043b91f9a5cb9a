import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { freshDatabase } from '../support/database.ts'
import { fuzz } from './fuzz.ts'
import { openTarget } from './target.ts'

const CALLS = 5_000

/** Half of the calls that the tests make; `npm run fuzz` makes as many as one likes. */
export function fuzzTest({ guarded }: { guarded: boolean }) {
  const keys = guarded ? 'with API keys' : 'without API keys'
  test(`${CALLS} calls of all operations ${keys}: no failure, one shape of refusals, which change nothing`, async t => {
    const seed = randomInt(2 ** 31)
    t.diagnostic(`seed ${seed}`)
    const target = await openTarget({ databaseUrl: await freshDatabase(), guarded })
    try {
      const { calls } = await fuzz(target, { calls: CALLS, seed })
      assert.ok(calls >= CALLS)
    } finally {
      await target.close()
    }
  })
}
