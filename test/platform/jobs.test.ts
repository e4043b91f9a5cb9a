import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from '../../src/platform/database/sql.ts'
import { job, jobKind } from '../../src/platform/jobs/job.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { openPlatform } from '../support/platform.ts'
import { defineProbe } from '../support/probe.ts'
import { startSeverableProxy } from '../support/severable.ts'

const note = jobKind<{ text: string }>('probe.note')

/** Opens a platform with a kind of job that records its payloads in `ran`. */
async function platformWithJob(options: Parameters<typeof openPlatform>[0] = {}, ran: string[] = []) {
  const shop = await openPlatform({
    ...options,
    areas: [defineProbe({ jobs: [job(note, async ({ text }) => void ran.push(text))] })],
  })
  const add = (text: string, when?: { at?: Date; key?: string }) =>
    shop.platform.db.transaction(tx => shop.platform.jobs.add(tx, note, { text }, when))
  return { shop, ran, add }
}

test('a job runs when it is due by the clock, not earlier', async () => {
  const { shop, ran, add } = await platformWithJob()
  const start = performance.now()

  await add('later', { at: shop.platform.clock.after(1_500) })
  await add('now')

  await eventually('the due job runs', async () => ran.includes('now'))
  assert.deepEqual(ran, ['now'])
  await eventually('the later job runs', async () => ran.includes('later'))
  assert.ok(performance.now() - start >= 1_500)
  await shop.close()
})

test('runners are notified of a job that is due now, not of one that is due later', async () => {
  const databaseUrl = await createTestDatabase()
  const before = await platformWithJob({ databaseUrl })
  await before.add('now')
  await eventually('the job kind is registered', async () => before.ran.length > 0)
  await before.shop.close()

  const { shop, add } = await platformWithJob({ databaseUrl, started: false })
  const listener = await shop.platform.db.pg.connect()
  const notifications: string[] = []
  listener.on('notification', ({ channel }) => notifications.push(channel))
  await listener.query('listen "jobs:insert"')
  await add('later', { at: shop.platform.clock.after(1_500) })
  await listener.query('select')
  assert.deepEqual(notifications, [])
  await add('now')
  await eventually('the due job is announced', async () => notifications.length > 0)
  listener.release(true)
  await shop.close()
})

test('a job that is due later is stored even if its kind is unknown', async () => {
  const { shop, ran, add } = await platformWithJob({ started: false })
  await add('unheard of', { at: shop.platform.clock.after(1_500) })
  await shop.start()
  await eventually('the job runs', async () => ran.includes('unheard of'))
  await shop.close()
})

test('a job of a rolled back transaction never runs', async () => {
  const { shop, ran, add } = await platformWithJob()
  await assert.rejects(
    shop.platform.db.transaction(async tx => {
      await shop.platform.jobs.add(tx, note, { text: 'undone' })
      throw new Error('no')
    }),
  )
  await add('done')
  await eventually('the other job runs', async () => ran.includes('done'))
  assert.deepEqual(ran, ['done'])
  await shop.close()
})

test('a job that has failed often is retried within five minutes; one that is due later is not moved', async () => {
  const databaseUrl = await createTestDatabase()
  const { shop, add } = await platformWithJob({ databaseUrl, started: false })
  await add('failed', { at: shop.platform.clock.after(6 * 3_600_000), key: 'failed' })
  await add('later', { at: shop.platform.clock.after(7 * 3_600_000), key: 'later' })
  const { db } = shop.platform
  await db.transaction(tx =>
    tx.run(sql`update graphile_worker._private_jobs set attempts = 10 where key = 'failed'`),
  )
  await shop.start()
  const waits = () =>
    db.rows(sql<{ key: string; minutes: number }>`
      select key, round(extract(epoch from run_at - now()) / 60)::integer as minutes
      from graphile_worker.jobs where key in ('failed', 'later') order by run_at`)
  await eventually('the failed job is rescheduled', async () => (await waits())[0]?.minutes === 4)
  assert.deepEqual(await waits(), [
    { key: 'failed', minutes: 4 },
    { key: 'later', minutes: 420 },
  ])
  await shop.close()
})

test('among three processes each job runs once', async () => {
  const databaseUrl = await createTestDatabase()
  const ran: string[] = []
  const shops = await Promise.all([1, 2, 3].map(() => platformWithJob({ databaseUrl }, ran)))
  const texts = Array.from({ length: 60 }, (_, i) => `job ${i}`)

  await Promise.all(texts.map((text, i) => shops[i % 3]!.add(text)))

  await eventually('all jobs have run', async () => ran.length >= texts.length)
  assert.deepEqual(ran.toSorted(), texts.toSorted())
  await Promise.all(shops.map(({ shop }) => shop.close()))
})

test('jobs continue after the database connection broke', async () => {
  const line = await startSeverableProxy(await createTestDatabase())
  const { shop, ran, add } = await platformWithJob({ databaseUrl: line.url })
  await add('before')
  await eventually('the first job runs', async () => ran.includes('before'))

  line.cut()
  line.restore()

  await eventually('a job can be added again', () =>
    add('after').then(
      () => true,
      () => false,
    ),
  )
  await eventually('the second job runs', async () => ran.includes('after'), 20_000)
  await shop.close()
})

test('a broken connection during a job prevents its completion from being stored, but not the process from continuing', async () => {
  const line = await startSeverableProxy(await createTestDatabase())
  const ran: string[] = []
  const cutting = job(note, async ({ text }) => {
    ran.push(text)
    if (ran.length === 1) line.cut()
  })
  const shop = await openPlatform({ databaseUrl: line.url, areas: [defineProbe({ jobs: [cutting] })] })
  const { log } = shop.platform
  log.warn = ((_fields: object, message: string) => {
    if (message.startsWith('The job runner stopped')) line.restore()
  }) as typeof log.warn
  await shop.platform.db.transaction(tx => shop.platform.jobs.add(tx, note, { text: 'cut off' }))

  await eventually('the job runs again', async () => ran.length > 1, 20_000)
  assert.deepEqual(ran, ['cut off', 'cut off'])
  await shop.close()
})

test('another process runs the job of a killed process within seconds', async () => {
  const databaseUrl = await createTestDatabase()
  const victim = spawn(
    process.execPath,
    [fileURLToPath(new URL('../support/stuck-job.ts', import.meta.url)), databaseUrl],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: process.env,
    },
  )
  await once(victim.stdout, 'data')
  victim.kill('SIGKILL')
  await once(victim, 'exit')

  const { shop, ran } = await platformWithJob({ databaseUrl })

  await eventually('the job is taken over', async () => ran.includes('stuck'), 20_000)
  await shop.close()
})

test('a job that was replaced while its process died is deleted; one without a key that has used all attempts is kept', async () => {
  const { shop, add } = await platformWithJob({ started: false })
  const { db } = shop.platform
  const lock = sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute', locked_by = 'dead'`
  await add('replaced', { key: 'replaced' })
  await db.transaction(tx => tx.run(lock))
  await add('replacement', { key: 'replaced', at: shop.platform.clock.after(3_600_000) })
  await add('exhausted')
  await db.transaction(tx =>
    tx.run(sql`
      update graphile_worker._private_jobs set attempts = max_attempts where payload->>'text' = 'exhausted'`),
  )
  const texts = () =>
    db.column(sql<{ text: string }>`
      select payload->>'text' as text from graphile_worker._private_jobs
      where payload->>'text' is not null order by text`)
  assert.deepEqual(await texts(), ['exhausted', 'replaced', 'replacement'])
  await shop.start()
  await eventually('the replaced job is deleted', async () => (await texts()).length === 2)
  assert.deepEqual(await texts(), ['exhausted', 'replacement'])
  await shop.close()
})

test('a schedule recurs by the clock, once among two processes, and continues after a failure', async () => {
  const databaseUrl = await createTestDatabase()
  const rounds: number[] = []
  const areas = [
    defineProbe({
      schedules: [
        {
          name: 'probe.round',
          next: now => new Date(Math.floor(now.getTime() / 60_000) * 60_000 + 60_000),
          run: async () => {
            rounds.push(rounds.length)
            throw new Error('a bad day')
          },
        },
      ],
    }),
  ]
  // A minute of this clock is half a second.
  const settings = { COMPTOIR_CLOCK_MULTIPLIER: '120' }
  const start = performance.now()
  const shops = await Promise.all(
    [1, 2].map(() => openPlatform({ databaseUrl, settings, areas, schedules: true })),
  )

  await eventually('three rounds have run', async () => rounds.length >= 3)

  const minutes = ((performance.now() - start) / 1000) * 2
  assert.ok(rounds.length <= minutes + 1, `${rounds.length} rounds in ${minutes} minutes`)
  await Promise.all(shops.map(shop => shop.close()))
})
