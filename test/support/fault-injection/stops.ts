import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { eventually } from '../eventually.ts'
import type { Random } from '../seeded-random.ts'
import { startServer } from '../server.ts'
import { startSeverableProxy } from '../severable.ts'
import { createRecordingClient } from './answers.ts'
import { finishPurchases, startBuying } from './buying.ts'
import { checkOutcome, waitUntilSettled } from './outcome.ts'
import { type Product, type Purchase, stockUp } from './purchase.ts'

const LIMIT_MS = 10_000

type Options = { databaseUrl: string; cases: number; random: Random; onStop?: () => void }

/**
 * Stops processes while they work, and breaks their database connection at a random step of each stop but the first.
 * Then completes all purchases, and returns their outcome and the durations of the stops.
 */
export async function runStops({ databaseUrl, cases, random, onStop }: Options) {
  const directory = mkdtempSync(join(tmpdir(), 'comptoir-stops-'))
  const settings = {
    COMPTOIR_DATA: directory,
    COMPTOIR_PURCHASING_URL: 'http://127.0.0.1:9/',
    COMPTOIR_PAYMENT_DELAY_MS: '200',
    LOG_LEVEL: 'error',
    // The shutdown starts at once, so that all traffic to the database after the signal belongs to it.
    COMPTOIR_DRAIN_MS: '0',
  }
  const purchases: Purchase[] = []
  let product: Product | undefined

  /**
   * Stops a busy process; calls `breaks` right before the signal. Returns the duration of the stop, less than ten
   * seconds, and the number of chunks that the process meanwhile sent to the database.
   */
  async function stopped(breaks: (line: Awaited<ReturnType<typeof startSeverableProxy>>) => void) {
    const line = await startSeverableProxy(databaseUrl)
    const server = await startServer(['serve'], { ...settings, DATABASE_URL: line.url })
    const { ask } = createRecordingClient(() => server.url)
    product ??= await stockUp(ask)
    const buying = startBuying({ ask, product }, `stop-${purchases.length}`)
    await eventually('purchases are in progress', async () => buying.purchases.some(({ done }) => done > 2))
    const before = line.chunks()
    breaks(line)
    const start = performance.now()
    const code = await server.end('SIGTERM')
    const ms = performance.now() - start
    const chunks = line.chunks() - before
    await buying.stop()
    purchases.push(...buying.purchases)
    line.cut()
    assert.equal(code, 0, server.output())
    assert.ok(ms < LIMIT_MS, `It took ${Math.round(ms)} ms to end: ${server.output()}`)
    return { ms, chunks }
  }

  const { chunks } = await stopped(() => {})
  const times: number[] = []
  for (let i = 0; i < cases; i++) {
    // A random step of a stop, determined by the seed.
    const step = 1 + ((i + random.below(chunks)) % chunks)
    const fault = random.pick(['cut', 'stalled'] as const)
    const { ms } = await stopped(line => void line.breakAfter(step, fault))
    times.push(ms / 1000)
    onStop?.()
  }

  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  const server = await startServer(['serve'], { ...settings, DATABASE_URL: databaseUrl })
  try {
    await finishPurchases({ ask: createRecordingClient(() => server.url).ask, product: product! }, purchases)
    await waitUntilSettled(db, server.url, "like 'paiement.%'")
    return { ...(await checkOutcome(db, purchases)), chunks, times, orders: purchases.length }
  } finally {
    await server.end('SIGTERM')
    await db.end()
    rmSync(directory, { recursive: true, force: true })
  }
}
