import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { socketUrl } from '../../../src/embedded/folder.ts'
import { eventually } from '../eventually.ts'
import { pause } from '../pause.ts'
import type { Random } from '../seeded-random.ts'
import { startServer } from '../server.ts'
import { createRecordingClient } from './answers.ts'
import { finishPurchases, startBuying } from './buying.ts'
import { checkOutcome, waitUntilSettled } from './outcome.ts'
import { type AreaCall, stockUp } from './purchase.ts'
import type { SmallDisk } from './small-disk.ts'

const FULL_MS = 120_000

type Options = { disk: SmallDisk; times: number; random: Random; onTime?: () => void }

/** Repeatedly fills the disk of the embedded PostgreSQL while buyers buy, and frees it; the process never restarts. */
export async function runFullDisk({ disk, times, random, onTime }: Options) {
  const data = join(disk.path, 'data')
  const server = await startServer(['serve'], {
    COMPTOIR_DATA: data,
    COMPTOIR_PURCHASING_URL: 'http://127.0.0.1:9/',
    COMPTOIR_PAYMENT_DELAY_MS: '200',
    COMPTOIR_DATABASE_POOL: '8',
  })
  const { ask, wrong, refusals } = createRecordingClient(() => server.url)
  const recoverySeconds: number[] = []
  try {
    const product = await stockUp(ask)
    const buying = startBuying({ ask, product }, 'disk')
    for (let i = 0; i < times; i++) {
      const before = buying.ordered()
      await eventually('orders are accepted', async () => buying.ordered() > before + 5, 60_000)
      disk.fill()
      await fillLog(ask)
      // The buyers continue, and every 5xx that they receive while the disk is full must be well-formed.
      await pause(1_000 + random.below(8_000))
      const reads = await ask('orders', 'GET', '/api/commandes/inconnue')
      assert.ok(reads, 'the process answers')
      const ordered = buying.ordered()
      disk.makeRoom()
      const start = performance.now()
      await eventually('orders are accepted again', async () => buying.ordered() > ordered + 4, 120_000)
      recoverySeconds.push((performance.now() - start) / 1000)
      onTime?.()
    }
    await buying.stop()
    await finishPurchases({ ask, product }, buying.purchases)
    assert.deepEqual([...new Set(wrong)].slice(0, 10), [], 'errors that are not in the documented format')
    const db = new pg.Client({ connectionString: socketUrl(join(data, 'postgres'), 'comptoir') })
    await db.connect()
    try {
      await waitUntilSettled(db, server.url, "like 'paiement.%'")
      const outcome = await checkOutcome(db, buying.purchases)
      const ends = server.output().split('The embedded PostgreSQL has ended').length - 1
      return { ...outcome, orders: buying.purchases.length, refusals: refusals(), ends, recoverySeconds }
    } finally {
      await db.end()
    }
  } catch (error) {
    console.error(server.output().slice(-4_000))
    throw error
  } finally {
    disk.makeRoom()
    assert.equal(await server.end('SIGTERM'), 0, server.output().slice(-2_000))
  }
}

/**
 * Writes until the database fails, because its log still has preallocated space on a full disk. Throws if it continues
 * for two minutes.
 */
async function fillLog(ask: AreaCall) {
  const end = performance.now() + FULL_MS
  while (performance.now() < end) {
    const answers = await Promise.all(
      Array.from({ length: 16 }, () =>
        ask('reference', 'POST', '/api/publique/produits', {
          body: {
            ean: randomBytes(8).toString('hex'),
            nom: 'Ballast',
            prixDeVenteCents: 1,
            description: randomBytes(7_400).toString('base64'),
          },
        }),
      ),
    )
    if (answers.some(answer => !answer || answer.status >= 500)) return
    const strange = answers.find(answer => answer && answer.status !== 201)
    if (strange) throw new Error(`No product: ${JSON.stringify(strange)}`)
  }
  throw new Error('The disk is full, but the database continues')
}
