import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { areas } from '../../../../src/areas.ts'
import { pause } from '../../pause.ts'
import { createRandom } from '../../seeded-random.ts'
import { startServer } from '../../server.ts'
import { createRecordingClient } from '../answers.ts'
import { checkOutcome, waitUntilSettled } from '../outcome.ts'
import { type AreaCall, continuePurchase, type Purchase, stockUp } from '../purchase.ts'
import { FAULTS, type Fault } from './faulty-proxy.ts'
import { probesOf } from './probes.ts'
import { type Measurements, type Results, tryFault } from './rounds.ts'
import { startSeparateArea } from './separate-area.ts'

type Options = {
  databaseUrl: string
  amqpUrl: string
  rounds: number
  seed: number
  /** By default, all areas that other areas call. */
  victims?: readonly string[]
  onRound?: () => void
}

export const calledAreas = [...new Set(areas.flatMap(({ calls }) => [...calls]))].sort()

const PRINTED = join(tmpdir(), 'comptoir-faults.log')

/**
 * Puts each area in turn behind a proxy that injects faults into its responses while buyers buy. Returns the lost,
 * duplicated and half-done purchases, and the measured times.
 */
export async function runPeers({
  databaseUrl,
  amqpUrl,
  rounds,
  seed,
  victims = calledAreas,
  onRound,
}: Options) {
  const directory = mkdtempSync(join(tmpdir(), 'comptoir-peers-'))
  const settings = {
    DATABASE_URL: databaseUrl,
    AMQP_URL: amqpUrl,
    COMPTOIR_DATA: directory,
    COMPTOIR_TOKEN_SECRET: 'a secret of the run alone, long enough',
    COMPTOIR_CARD_KEYS: 'a key of the run alone, long enough to be one',
    COMPTOIR_PURCHASING_URL: 'http://127.0.0.1:9/',
    COMPTOIR_PAYMENT_DELAY_MS: '200',
    COMPTOIR_EMAIL_PROOF: '0',
    COMPTOIR_DATABASE_POOL: '8',
  }
  const random = createRandom(seed)
  const results: Results = { purchases: [], abandoned: [], recoverySeconds: [] }
  const measured = new Map<string, Measurements>()
  const wrong: string[] = []
  let refusals = 0
  let faulted = 0
  let done = 0
  for (const [i, victim] of victims.entries()) {
    const share = Math.ceil((rounds - done) / (victims.length - i))
    const apart = await startSeparateArea(victim, settings)
    const listener = createRecordingClient(apart.baseOf)
    try {
      const shop = await openShop(listener.ask, `${victim}-${seed}`)
      const probes = probesOf(shop.product, shop.first).filter(({ needs }) => !needs.includes(victim))
      const times: Measurements = { healthy: [], faulty: [] }
      const faults = Array.from({ length: share }, (_, j) => FAULTS[(done + j) % FAULTS.length] as Fault)
      for (const fault of faults) {
        await tryFault(shop, { proxy: apart.proxy, fault, random }, probes, times, results)
        onRound?.()
      }
      measured.set(victim, times)
      results.purchases.push(shop.first)
      faulted += apart.proxy.faulted
      done += share
    } catch (error) {
      writeFileSync(PRINTED, apart.output())
      throw new Error(`${victim}: ${error}; the output of the processes is in ${PRINTED}`)
    } finally {
      refusals += listener.refusals()
      wrong.push(...listener.wrong)
      await apart.end()
    }
  }
  assert.deepEqual([...new Set(wrong)].slice(0, 10), [], 'errors that are not in the documented format')
  const outcome = await checkAll(settings, results)
  rmSync(directory, { recursive: true, force: true })
  return { ...outcome, ...results, measured, refusals, faulted, rounds: done }
}

/** Creates a product and an account, and completes a first purchase; every second purchase is signed in. */
async function openShop(ask: AreaCall, name: string) {
  const product = await stockUp(ask)
  const account = await ask('accounts', 'POST', '/api/auth/register', {
    body: { email: `${name}@example.org`, motDePasse: 'analytique', prenom: 'Ada', nom: 'Lovelace' },
  })
  assert.equal(account?.status, 201, JSON.stringify(account))
  const { clientId, accessToken } = account.body as { clientId: string; accessToken: string }
  let begun = 0
  const begin = (): Purchase => {
    begun++
    const signedIn = begun % 2 === 0
    return { mark: `${name}-${begun}`, clientId, token: signedIn ? accessToken : undefined, done: 0 }
  }
  const first = begin()
  while (!(await continuePurchase(ask, first, product))) await pause(100)
  return { ask, product, begin, first }
}

/** Starts all areas in one process, waits until they agree, and finds lost, duplicated and half-done purchases. */
async function checkAll(settings: Record<string, string>, { purchases, abandoned }: Results) {
  const db = new pg.Client({ connectionString: settings.DATABASE_URL })
  await db.connect()
  const server = await startServer(['serve'], { ...settings, PORT: '0' })
  try {
    await waitUntilSettled(db, server.url, 'is not null')
    const { lost, doubled, marks } = await checkOutcome(db, purchases)
    const halfDone = abandoned.filter(({ mark }) => marks.has(mark)).map(({ mark }) => mark)
    return { lost, doubled, halfDone, orders: purchases.length }
  } finally {
    await server.end('SIGTERM')
    await db.end()
  }
}
