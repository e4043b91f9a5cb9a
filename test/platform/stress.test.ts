import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { createPool } from '../../src/platform/database/database.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { every } from '../../src/platform/jobs/job.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { openPlatform } from '../support/platform.ts'
import { defineProbe } from '../support/probe.ts'
import { createRandom } from '../support/seeded-random.ts'
import { delayStatements } from '../support/stress/delays.ts'
import { scheduleEverySecond } from '../support/stress/schedules.ts'

test('a schedule runs in a test only when the test runs it or enables schedules', async () => {
  let runs = 0
  const schedules = scheduleEverySecond([{ name: 'probe.round', next: every(5), run: async () => runs++ }], {
    multiplier: 1,
  })
  const quiet = await openPlatform({ areas: [defineProbe({ schedules })] })
  const planned = await quiet.platform.db.rows(sql`select from graphile_worker.jobs`)
  assert.deepEqual(planned, [])
  await quiet.runSchedule('probe.round')
  assert.equal(runs, 1)
  await assert.rejects(
    quiet.runSchedule('probe.other'),
    /No schedule probe\.other of platform\.prune,probe\.round/,
  )
  await quiet.close()

  const running = await openPlatform({ areas: [defineProbe({ schedules })], schedules: true })
  await eventually('the schedule has run twice by itself', () => runs >= 3)
  await running.close()
})

test('delayed statements of one connection keep their order, and each gets its own result', async () => {
  const db = createPool(await createTestDatabase(), { size: 1, onError: () => {} })
  const random = createRandom(7)
  let delayed = 0
  const delays = delayStatements({
    ...random,
    // Delays every third statement instead of a random one in twenty.
    below: limit => (limit === 20 ? Number(++delayed % 3 !== 0) : random.below(limit)),
  })
  try {
    const client = await db.pg.connect()
    await client.query('create temporary table said (n int, at serial)')
    await Promise.all(Array.from({ length: 20 }, (_, n) => client.query('insert into said values ($1)', [n])))
    const { rows } = await client.query<{ n: number }>('select n from said order by at')
    client.release()
    assert.deepEqual(
      rows.map(({ n }) => n),
      Array.from({ length: 20 }, (_, n) => n),
    )
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => db.one(sql<{ n: number }>`select ${n}::int as n`)),
    )
    assert.deepEqual(
      answers.map(({ n }) => n),
      Array.from({ length: 20 }, (_, n) => n),
    )
    assert.ok(delayed >= 40)
  } finally {
    delays.end()
    await db.close()
  }
})

test('a seed determines the order of a list', () => {
  const list = Array.from({ length: 50 }, (_, n) => n)
  const shuffled = createRandom(3).shuffle(list)
  assert.deepEqual(createRandom(3).shuffle(list), shuffled)
  assert.notDeepEqual(createRandom(4).shuffle(list), shuffled)
  assert.deepEqual(
    shuffled.toSorted((a, b) => a - b),
    list,
  )
})

test('a process under stress reads its seed from the URL of its preload module', () => {
  const preload = new URL('../support/stress/preload.ts', import.meta.url)
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      `--import=${preload}?seed=5`,
      '--eval',
      "import('pg').then(({ default: pg }) => console.log(pg.Client.prototype.query.name))",
    ],
    { encoding: 'utf8' },
  )
  assert.equal(stdout, 'sendLater\n', stderr)
})
