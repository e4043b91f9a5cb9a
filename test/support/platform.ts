import { HASH_COST } from '../../src/accounts/credentials/passwords.ts'
import { type App, openApp } from '../../src/app.ts'
import { areas } from '../../src/areas.ts'
import { readConfig } from '../../src/config.ts'
import type { LogisticsSettings } from '../../src/logistics/settings.ts'
import type { OrdersSettings } from '../../src/orders/settings.ts'
import type { PaymentsSettings } from '../../src/payments/settings.ts'
import type { Area, Platform } from '../../src/platform/area.ts'
import type { Clock } from '../../src/platform/clock.ts'
import type { Schedule } from '../../src/platform/jobs/job.ts'
import { afterwards } from './afterwards.ts'
import { createTestDatabase } from './database.ts'
import { lockRabbit, rabbitUrl } from './rabbit.ts'
import { isStressed } from './stress/flags.ts'
import { scheduleEverySecond } from './stress/schedules.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

/** Hashing with the product's memory setting takes 20 to 40 ms of processor time; only a test of that time needs it. */
export const HASH_MEMORY_KIB = { product: HASH_COST.memoryCost, tests: 64 }
HASH_COST.memoryCost = HASH_MEMORY_KIB.tests

export type Answer<Body> = { status: number; body: Body; headers: Record<string, unknown> }

/** Each area has only its own settings; a test calls functions of any area. */
type EverySetting = LogisticsSettings & OrdersSettings & PaymentsSettings

export type TestPlatform = Omit<App, 'platform'> & {
  platform: Omit<Platform<string, EverySetting>, 'peers'> & Pick<App['platform'], 'peers'>
  databaseUrl: string
  /** Runs a schedule now, whether or not schedules run by themselves, and waits for its end. */
  runSchedule(name: string): Promise<void>
  /** Calls a route over HTTP, without a socket. */
  call<Body = Record<string, never>>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>
}

type Options = {
  /** Names of the areas to open; all by default. */
  only?: string[]
  /** Areas of the test, instead of the platform's. */
  areas?: readonly Area[]
  settings?: Record<string, string>
  databaseUrl?: string | undefined
  /** False: consumers, relay and jobs do not run. */
  started?: boolean
  /** True: schedules run by themselves. Such a test must pass whenever they run. */
  schedules?: boolean
  /** Areas of the test that run elsewhere, if at all. */
  elsewhere?: readonly Area[]
  /** Sends events over the RabbitMQ of the test run, or of this URL. One such platform at a time is open. */
  amqp?: boolean | string
  /** Replaces real time. */
  clock?: Clock
}

/** Opens the platform, on a fresh database unless one is given; it closes at the end of the test file. */
export async function openPlatform({
  only,
  areas: chosen = areas.filter(area => !only || only.includes(area.name)),
  settings = {},
  databaseUrl,
  started = true,
  schedules = false,
  elsewhere = [],
  amqp,
  clock,
}: Options = {}): Promise<TestPlatform> {
  const releaseRabbit = amqp ? await lockRabbit() : undefined
  const everyArea = [...new Set([...areas, ...chosen, ...elsewhere])]
  const config = readConfig(
    {
      LOG_LEVEL: process.env.COMPTOIR_TEST_LOG ?? 'silent',
      COMPTOIR_DATA: createTemporaryFolder('test'),
      COMPTOIR_DATABASE_POOL: '3',
      COMPTOIR_PURCHASING_URL: 'http://127.0.0.1:9/',
      COMPTOIR_TOKEN_SECRET: 'a secret of the tests alone',
      COMPTOIR_CARD_KEYS: 'a key of the tests alone',
      ...(amqp ? { AMQP_URL: amqp === true ? rabbitUrl : amqp } : {}),
      ...settings,
    },
    everyArea,
  )
  const url = databaseUrl ?? (await createTestDatabase())
  let declaredSchedules: Schedule[] = []
  const app = await openApp({
    config,
    databaseUrl: url,
    areas: chosen,
    everyArea,
    planSchedules(declared) {
      declaredSchedules = declared
      if (!schedules) return []
      return isStressed() ? scheduleEverySecond(declared, { multiplier: config.clockMultiplier }) : declared
    },
    ...(clock ? { clock } : {}),
  })
  if (started) await app.start()
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= app.close().then(releaseRabbit)
    return closing
  }
  afterwards(close)

  return {
    ...app,
    platform: { ...app.platform, settings: Object.assign({}, ...Object.values(config.ofAreas)) },
    close,
    databaseUrl: url,
    async runSchedule(name) {
      const schedule = declaredSchedules.find(declared => declared.name === name)
      if (!schedule) throw new Error(`No schedule ${name} of ${declaredSchedules.map(({ name }) => name)}`)
      await schedule.run()
    },
    async call(method, url, body, headers = {}) {
      const response = await app.server.inject({
        method,
        url,
        headers,
        ...(body === undefined ? {} : { body: body as object }),
      })
      const json = response.body !== '' && String(response.headers['content-type']).includes('json')
      return {
        status: response.statusCode,
        body: json ? JSON.parse(response.body) : (response.body as never),
        headers: response.headers as Record<string, unknown>,
      }
    },
  }
}
