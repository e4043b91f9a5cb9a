import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import { createPool } from '../../src/platform/database/database.ts'
import { isDatabaseUnavailable } from '../../src/platform/database/faults.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { runUntilFailure } from '../../src/platform/jobs/runner.ts'
import { type Replicated, startReplicated } from '../servers/replicated.ts'
import { eventually } from '../support/eventually.ts'
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
  const pool = createPool(url, { size: 2, onError: () => {}, answerMs })
  after(() => {
    pool.abandon()
    return pool.close()
  })
  return pool
}
const insert = (pool: ReturnType<typeof poolAt>, number: number) =>
  pool.transaction(tx => tx.run(sql`insert into kept values (${number})`))
const isStored = async (number: number) =>
  (await primary.query('select from kept where number = $1', [number])).rowCount

test('a database address that leads to a standby counts as unavailable until it leads to the primary', async () => {
  const line = await startSeverableProxy(databases.readUrl('comptoir'))
  const pool = poolAt(line.url)
  await assert.rejects(insert(pool, 1), isDatabaseUnavailable)
  // Leaves the connections to the standby open, so the pool itself must replace them.
  line.lead(databases.url('comptoir'))
  await insert(pool, 1)
  assert.equal(await isStored(1), 1)
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

test('a commit that no replica confirms in time is not reported as stored', {
  timeout: 20_000,
}, async () => {
  // The test servers turn `synchronous_commit` off, so that commits wait for neither the disk nor a replica.
  await primary.query('alter role comptoir set synchronous_commit = on')
  const pool = poolAt(databases.url('comptoir'))
  await insert(pool, 5)
  await primary.query("alter system set synchronous_standby_names = 'nobody'")
  await primary.query('select pg_reload_conf()')
  // The server applies the setting only after a delay, so the first inserts may succeed.
  const refused = assert.rejects(async () => {
    for (;;) await insert(pool, 6)
  }, isDatabaseUnavailable)
  // Cancels the commit as `statement_timeout` does.
  await eventually(
    'the commit waits for the replica',
    async () =>
      (
        await primary.query(
          "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and query = 'commit'",
        )
      ).rowCount !== 0,
  )
  await refused
  await primary.query('alter system reset synchronous_standby_names')
  await primary.query('select pg_reload_conf()')
  await eventually('commits do not wait for the replica', async () => {
    await insert(pool, 7)
    return true
  })
  assert.equal(await isStored(7), 1)
})
