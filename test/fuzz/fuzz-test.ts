import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshDatabase } from '../support/database.ts'
import { fuzz } from './fuzz.ts'
import { openTarget } from './target.ts'

const CALLS = 2_000
/** The same calls each time; `npm run fuzz` takes a seed of chance. */
const SEED = 54

/** Each operation once, then any of them; `npm run fuzz` makes as many calls as one likes. */
export function fuzzTest({ guarded }: { guarded: boolean }) {
  const keys = guarded ? 'with API keys' : 'without API keys'
  test(`${CALLS} calls of all operations ${keys} from seed ${SEED}: no failure, one shape of refusals, which change nothing`, async () => {
    const target = await openTarget({ databaseUrl: await freshDatabase(), guarded })
    try {
      const { calls } = await fuzz(target, { calls: CALLS, seed: SEED })
      assert.ok(calls >= CALLS)
    } finally {
      await target.close()
    }
  })
}
