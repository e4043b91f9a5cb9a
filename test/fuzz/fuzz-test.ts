import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../support/database.ts'
import { fuzz } from './fuzz.ts'
import { openTarget } from './target.ts'

const CALLS = 2_000
/** Fixed, so that each run makes the same calls; `npm run fuzz` draws a random seed. */
const SEED = 54

/** Defines a test that calls each operation once, then random ones; `npm run fuzz` makes any number of calls. */
export function defineFuzzTest({ guarded }: { guarded: boolean }) {
  const keys = guarded ? 'with API keys' : 'without API keys'
  test(`${CALLS} calls of all operations ${keys} from seed ${SEED} cause no failure, and refusals have the standard body and change nothing`, async () => {
    const target = await openTarget({ databaseUrl: await createTestDatabase(), guarded })
    try {
      const { calls } = await fuzz(target, { calls: CALLS, seed: SEED })
      assert.ok(calls >= CALLS)
    } finally {
      await target.close()
    }
  })
}
