import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import { createPool, type DatabasePool } from '../../src/platform/database/database.ts'
import { isDatabaseUnavailable, NotReplicated } from '../../src/platform/database/faults.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { runUntilFailure } from '../../src/platform/jobs/runner.ts'
import { ping } from '../../src/platform/metrics/database-gauges.ts'
import { providePooler, startPooler } from '../servers/pgbouncer.ts'
import { type Replicated, startReplicated } from '../servers/replicated.ts'
import { eventually } from '../support/eventually.ts'
import { openPlatform } from '../support/platform.ts'
import { defineProbe } from '../support/probe.ts'
import { startSeverableProxy } from '../support/severable.ts'

const directory = mkdtempSync(join(tmpdir(), 'comptoir-failover-'))
let databases: Replicated
let primary: pg.Client

before(async () => {
  databases = await startReplicated(directory, [])
  primary = new pg.Client(databases.url('comptoir'))
  await primary.connect()
  await primary.query('create table kept (number integer)')
})
after(async () => {
  await primary.end()
  await databases.stop()
  rmSync(directory, { recursive: true, force: true })
})

const poolAt = (url: string, answerMs = 40_000) => {
  const pool = createPool(url, { size: 2, onError: () => {}, answerMs, confirmMs: 1_000 })
  after(() => {
    pool.abandon()
    return pool.close()
  })
  return pool
}
const insert = (pool: DatabasePool, number: number) =>
  pool.transaction(tx => tx.run(sql`insert into kept values (${number})`))
const isStored = async (number: number) =>
  (await primary.query('select from kept where number = $1', [number])).rowCount

const program = await providePooler()

/** A quarter of the connections is reserved for reads. */
const SIZE = 4
const WRITERS = 3

async function openPool(t: TestContext, isDirect: boolean) {
  const options = { size: SIZE, onError: () => {}, confirmMs: 1_000 }
  const url = databases.url('comptoir')
  const pooler = isDirect ? undefined : await startPooler(program!, url)
  const pool = createPool(
    pooler?.url ?? url,
    pooler ? { ...options, pooled: true, prepared: false } : options,
  )
  t.after(async () => {
    await pool.close()
    await pooler?.stop()
  })
  return pool
}

const countWaiting = async () =>
  (await primary.query("select from pg_stat_activity where wait_event = 'SyncRep'")).rowCount ?? 0

/** Lets every later commit wait for a replica that does not exist. */
async function stopConfirming(pool: DatabasePool) {
  await configure("set synchronous_standby_names = 'nobody'")
  // The server applies the setting only after a delay, so the first inserts may succeed.
  await eventually('a commit waits for a replica', () =>
    insert(pool, 6).then(
      () => false,
      error => error instanceof NotReplicated,
    ),
  )
}

async function configure(setting: string) {
  await primary.query(`alter system ${setting}`)
  await primary.query('select pg_reload_conf()')
}

test('a database address that leads to a standby counts as unavailable until it leads to the primary', async () => {
  const line = await startSeverableProxy(databases.readUrl('comptoir'))
  const pool = poolAt(line.url)
  await assert.rejects(insert(pool, 1), isDatabaseUnavailable)
  // Leaves the connections to the standby open, so the pool itself must replace them.
  line.lead(databases.url('comptoir'))
  await insert(pool, 1)
  assert.equal(await isStored(1), 1)
})

test('PgBouncer that first connected to a standby counts as unavailable until it is connected to the primary', {
  skip: program ? false : 'no PgBouncer, and none can be installed',
}, async t => {
  const line = await startSeverableProxy(databases.readUrl('comptoir'))
  const pooler = await startPooler(program!, line.url)
  const pool = createPool(pooler.url, { size: 2, onError: () => {}, pooled: true, prepared: false })
  t.after(async () => {
    await pool.close()
    await pooler.stop()
  })
  await assert.rejects(insert(pool, 8), isDatabaseUnavailable)
  await assert.rejects(ping(pool), isDatabaseUnavailable)

  line.lead(databases.url('comptoir'))
  line.cut()
  line.restore()
  await eventually('PgBouncer connects to the primary', () =>
    insert(pool, 8).then(
      () => true,
      () => false,
    ),
  )
  assert.equal(await isStored(8), 1)
})

test('when the database machine disappears silently, its connections are abandoned and new ones opened', async () => {
  const line = await startSeverableProxy(databases.url('comptoir'))
  const pool = poolAt(line.url, 300)
  await insert(pool, 2)
  line.stall()
  await assert.rejects(insert(pool, 3), isDatabaseUnavailable)
  line.leaveStalled()
  await insert(pool, 4)
  assert.deepEqual([await isStored(2), await isStored(3), await isStored(4)], [1, 0, 1])
})

test('the job runner exits when the database stops responding, so that it is restarted', async () => {
  const line = await startSeverableProxy(databases.url('comptoir'))
  const stopping = new AbortController()
  const running = runUntilFailure({
    ...{ url: line.url, taskList: {}, stopping: stopping.signal, heartbeatMs: 200 },
    log: pino({ level: 'silent' }),
  })
  const broken = assert.rejects(running, /Not finished within 200 ms/)
  await eventually(
    'the job runner listens',
    async () =>
      (await primary.query("select from pg_stat_activity where query like 'LISTEN%'")).rowCount !== 0,
  )
  line.stall()
  await broken
})

for (const [path, skip] of [
  ['directly', false],
  ['through PgBouncer', program ? false : 'no PgBouncer, and none can be installed'],
] as const)
  test(`while no replica confirms commits ${path}, each is refused within its time limit, and reads are answered`, {
    ...{ skip, timeout: 30_000 },
  }, async t => {
    // The test servers turn `synchronous_commit` off, so that commits wait for neither the disk nor a replica.
    await primary.query('alter role comptoir set synchronous_commit = on')
    const pool = await openPool(t, path === 'directly')
    await insert(pool, 5)
    await stopConfirming(pool)

    let refusals = 0
    const refused = Promise.all(
      Array.from({ length: 3 * SIZE }, async () => {
        await assert.rejects(insert(pool, 6), NotReplicated)
        refusals++
      }),
    )
    await eventually(
      'commits wait on all connections for them',
      async () => (await countWaiting()) === WRITERS,
    )
    await ping(pool)
    assert.equal(refusals, 0)
    await refused
    await eventually('no commit waits, and its locks are released', async () => (await countWaiting()) === 0)

    await configure('reset synchronous_standby_names')
    await eventually('commits do not wait for the replica', () =>
      insert(pool, 7).then(
        () => true,
        () => false,
      ),
    )
    assert.ok(await isStored(7))
  })

test('a write that no replica confirms is 503 while reads are answered, and its retry is acknowledged once one confirms', {
  timeout: 60_000,
}, async () => {
  await primary.query('alter role comptoir set synchronous_commit = on')
  const databaseUrl = databases.url('comptoir')
  await migrate(databaseUrl, [])
  const slow = Promise.withResolvers<void>()
  const areas = [defineProbe({ slow: () => slow.promise })]
  const shop = await openPlatform({ databaseUrl, areas, started: false })
  const post = () =>
    shop.call('POST', '/api/publique/notes', { text: 'slow' }, { 'idempotency-key': 'unconfirmed' })
  const first = post()
  await eventually(
    'the key is claimed',
    async () => (await primary.query('select from platform.idempotency_key')).rowCount === 1,
  )
  await stopConfirming(poolAt(databaseUrl))
  slow.resolve()
  await eventually('the commit waits', async () => (await countWaiting()) === 1)
  assert.equal(await shop.platform.db.value(sql<{ one: number }>`select 1 as one`), 1)
  assert.equal((await first).status, 503)

  assert.equal((await post()).status, 503)

  await configure('reset synchronous_standby_names')
  const { status, headers } = await eventually('a replica confirms', async () => {
    const answer = await post()
    return answer.status !== 503 && answer
  })
  assert.deepEqual([status, headers['idempotent-replay']], [201, 'true'])
  assert.equal((await primary.query('select from platform.outbox')).rowCount, 1)
  await shop.close()
})
