import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startFaultyPlatform } from '../support/fault-injection/faulty-platform.ts'
import type { Answer } from '../support/platform.ts'
import { buySlowly, payTooLate } from '../support/rush/expiring.ts'
import { orderOnlyUnit } from '../support/rush/one-unit.ts'
import { recordEvents, repeatRequests } from '../support/rush/repeated-requests.ts'
import { ACCELERATED_SETTINGS, type Rush, UNDELAYED_SETTINGS } from '../support/rush/rush.ts'
import { createRandom, type Random } from '../support/seeded-random.ts'
import type { FaultRun } from './fault-run.ts'

const UNITS = 20
const TIMES = 20
const ORDERS = 25
const SLOW_BUYERS = 200

/** Starts two processes on one PostgreSQL, and runs `work`, whose calls go to a random one over HTTP. */
async function among(settings: Record<string, string>, random: Random, work: (rush: Rush) => Promise<void>) {
  const directory = mkdtempSync(join(tmpdir(), 'comptoir-rush-'))
  const platform = await startFaultyPlatform(directory, { ...settings, LOG_LEVEL: 'warn' })
  const db = new pg.Client({ connectionString: platform.databaseUrl })
  try {
    await db.connect()
    await work({
      query: async (text, values) => (await db.query(text, values)).rows,
      async call<Body>(method: string, path: string, body?: unknown, headers = {}): Promise<Answer<Body>> {
        const response = await fetch(`${random.pick(platform.urls)}${path}`, {
          method,
          headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        const text = await response.text()
        const answer = text === '' ? undefined : JSON.parse(text)
        return { status: response.status, body: answer, headers: Object.fromEntries(response.headers) }
      },
    })
  } finally {
    await db.end()
    await platform.end()
    rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
}

export const faultRun: FaultRun = {
  about:
    'concurrent buyers of one unit, reservations that expire during payment, concurrent identical confirmations',
  cases: 1_000,
  async run({ cases, seed, onCases }) {
    const random = createRandom(seed)
    await among(UNDELAYED_SETTINGS, random, async rush => {
      await recordEvents(rush)
      for (let i = 0; i < ORDERS; i++) await repeatRequests(rush, TIMES)
      console.log(
        `\n${ORDERS} orders were confirmed and delivered once, despite ${TIMES} concurrent requests`,
      )
      await orderOnlyUnit(rush, cases)
      console.log(`one of ${cases} buyers got the unit, the others got 409 and paid nothing`)
      await payTooLate(rush, UNITS, cases)
      console.log(`${UNITS} of ${2 * UNITS} expired orders were paid, the others got 409`)
    })
    await among(ACCELERATED_SETTINGS, random, async rush => {
      const tooLate = await buySlowly(rush, UNITS, SLOW_BUYERS, random)
      console.log(`${UNITS} units were sold to ${SLOW_BUYERS} slow buyers; ${tooLate} were too late`)
    })
    onCases(cases)
    return {
      what: 'concurrent buyers of one unit, reservations that expire during payment, concurrent identical confirmations',
      ...{ runs: cases, kills: 0, lost: 0, doubled: 0, recoverySeconds: [] },
    }
  },
}
