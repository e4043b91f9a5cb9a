import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readServerTime } from '../../../src/commands/http.ts'
import type { SettableClock } from '../../servers/faketime.ts'
import { eventually } from '../eventually.ts'
import { findFreePort } from '../free-port.ts'
import type { Random } from '../seeded-random.ts'
import { startServer } from '../server.ts'
import { createRecordingClient } from './answers.ts'
import { finishPurchases, startBuying } from './buying.ts'
import { checkOutcome, waitUntilSettled } from './outcome.ts'
import { type AreaCall, isOver, type Purchase, stockUp } from './purchase.ts'

const HOUR = 3_600

type Options = {
  databaseUrl: string
  clock: SettableClock
  times: number
  random: Random
  onTime?: () => void
}

/**
 * Repeatedly sets the clock of the platform and PostgreSQL back an hour while purchases are incomplete, and corrects
 * it; sometimes restarts the platform in between. Returns the outcome of all purchases.
 */
export async function runClock({ databaseUrl, clock, times, random, onTime }: Options) {
  const directory = mkdtempSync(join(tmpdir(), 'comptoir-clock-'))
  const port = String(await findFreePort())
  const url = `http://127.0.0.1:${port}`
  const begin = () =>
    startServer(['serve'], {
      ...clock.env,
      DATABASE_URL: databaseUrl,
      COMPTOIR_DATA: directory,
      COMPTOIR_PURCHASING_URL: 'http://127.0.0.1:9/',
      COMPTOIR_PAYMENT_DELAY_MS: '200',
      COMPTOIR_DATABASE_POOL: '8',
      COMPTOIR_EMAIL_PROOF: '0',
      PORT: port,
    })
  let server = await begin()
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  const { ask, wrong } = createRecordingClient(() => url)
  const recoverySeconds: number[] = []
  let restarts = 0
  try {
    const shop = { ask, product: await stockUp(ask) }
    const token = await signIn(ask)
    const purchases: Purchase[] = []

    /** Runs buyers until more than eight purchases are complete. Earlier buyers may wait until the clock is correct. */
    async function buyersBuy(when: string) {
      const buying = startBuying(shop, `clock-${purchases.length}`)
      await eventually(
        `purchases complete ${when}`,
        async () => buying.purchases.filter(isOver).length > 8,
        60_000,
      )
      await buying.stop()
      purchases.push(...buying.purchases)
    }
    /** Sets the clock this many seconds off the real time, and waits until the process and PostgreSQL use it. */
    async function setOff(seconds: number) {
      clock.setOff(seconds)
      const isSo = (time: Date) => Math.abs((Date.now() - time.getTime()) / 1000 + seconds) < 10
      await eventually('the process uses the shifted clock', async () => isSo(await readServerTime(url)))
      await eventually('PostgreSQL uses the shifted clock', async () =>
        isSo((await db.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]!.now),
      )
    }

    for (let i = 0; i < times; i++) {
      await buyersBuy('as ever')
      await setOff(-HOUR)
      const start = performance.now()
      await buyersBuy('with the clock set back')
      recoverySeconds.push((performance.now() - start) / 1000)
      const me = await ask('accounts', 'GET', '/api/auth/me', {
        headers: { authorization: `Bearer ${token}` },
      })
      assert.equal(me?.status, 200, 'the session remains valid')
      if (random.next() < 0.5) {
        assert.equal(await server.end('SIGTERM'), 0, server.output())
        server = await begin()
        restarts++
        await buyersBuy('after a restart with the clock set back')
      }
      await setOff(0)
      onTime?.()
    }
    await finishPurchases(shop, purchases)
    assert.deepEqual([...new Set(wrong)].slice(0, 10), [], 'errors that are not in the documented format')
    await waitUntilSettled(db, server.url, "like 'paiement.%'")
    return { ...(await checkOutcome(db, purchases)), orders: purchases.length, restarts, recoverySeconds }
  } catch (error) {
    console.error(server.output().slice(-4_000))
    throw error
  } finally {
    await server.end('SIGTERM')
    await db.end()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function signIn(ask: AreaCall) {
  const account = await ask('accounts', 'POST', '/api/auth/register', {
    body: { email: 'ada@example.org', motDePasse: 'analytique', prenom: 'Ada', nom: 'Lovelace' },
  })
  assert.equal(account?.status, 201, JSON.stringify(account))
  return account.body.accessToken as string
}
