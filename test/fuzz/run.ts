import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import { startPostgres } from '../servers/postgresql.ts'
import { createTestDatabase } from '../support/database.ts'
import prepareTemplate from '../support/template.ts'
import { fuzz } from './fuzz.ts'
import { openTarget, type Target } from './target.ts'

/** `npm run fuzz` makes a million calls, or as many as `--calls` says, from a printed seed. */
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000000' },
    seed: { type: 'string' },
    // `yes` or `no`: with or without API keys configured; both in turn by default.
    keys: { type: 'string' },
  },
})
const whole = (text: string) => {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`Not an integer: ${text}`)
  return Number(text)
}

/** A shop becomes slower as it grows: after this many calls a new one is started. */
const CALLS_OF_A_SHOP = 50_000

async function run() {
  const calls = whole(values.calls)
  const seed = values.seed ? whole(values.seed) : randomInt(2 ** 31)
  const modes = values.keys === undefined ? [false, true] : [values.keys === 'yes']
  console.log(`${calls} calls from seed ${seed}`)
  const postgres = await startPostgres()
  let target: Target | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, async () => {
      await target?.close()
      await postgres.stop()
      process.exit(130)
    })
  process.env.COMPTOIR_TEST_DATABASE_URL = postgres.url
  const bar = new SingleBar({
    format: '{bar} {value} of {total}, {duration_formatted}',
  })
  const start = performance.now()
  let done = 0
  try {
    await prepareTemplate(postgres.url)
    bar.start(calls, 0)
    for (let shop = 0; done < calls; shop++) {
      const guarded = modes[shop % modes.length] ?? false
      target = await openTarget({ databaseUrl: await createTestDatabase(), guarded })
      const share = Math.min(CALLS_OF_A_SHOP, Math.ceil(calls / modes.length), calls - done)
      await fuzz(target, {
        calls: share,
        seed: (seed + shop * CALLS_OF_A_SHOP) % 2 ** 31,
        onCalls: made => {
          done += made
          bar.update(done)
        },
      }).finally(target.close)
    }
    console.log('No failures')
  } finally {
    bar.stop()
    const seconds = (performance.now() - start) / 1000
    console.log(`${done} calls in ${seconds.toFixed(0)} s: ${Math.round(done / seconds)} a second`)
    await postgres.stop()
  }
}

await run().catch(error => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
// Modules shared with the tests would otherwise print an empty test summary.
process.exit()
