import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '../support/database.ts'
import { type Changes, watchChanges } from './changes.ts'

let db: pg.Client
let changes: Changes
before(async () => {
  const url = await createTestDatabase()
  db = new pg.Client({ connectionString: url })
  await db.connect()
  changes = await watchChanges(url)
})
after(() => Promise.all([db.end(), changes.close()]))

const stock = (quantity: number) =>
  db.query(
    `insert into logistics.stock ("storeId", "productId", rang, quantite, "updatedAt") values (1, 1, 1, $1, '2026-01-01')
     on conflict ("storeId", "productId") do update set quantite = excluded.quantite`,
    [quantity],
  )

test('a table with changed rows is reported once', async () => {
  await stock(5)
  assert.deepEqual(await changes.capture(), { tables: ['logistics.stock insert'], beside: false })
  assert.deepEqual(await changes.capture(), { tables: [], beside: false })
  await stock(6)
  assert.deepEqual((await changes.capture()).tables, ['logistics.stock update'])
})

test('a change that is undone, rolled back or without effect is not reported', async () => {
  await stock(7)
  await stock(6)
  await stock(6)
  await db.query('begin; update logistics.stock set quantite = 8; rollback')
  assert.deepEqual(await changes.capture(), { tables: [], beside: false })
})

test('a consumed event is distinguished from a sent one', async () => {
  await db.query(
    `insert into platform.outbox (queue, "messageId", "requestId", body, "createdAt")
     values ('x', gen_random_uuid(), 'r', '{}', '2026-01-01')`,
  )
  assert.deepEqual(await changes.capture(), { tables: ['platform.outbox insert'], beside: false })
  await db.query('delete from platform.outbox')
  assert.deepEqual(await changes.capture(), { tables: [], beside: true })
})

const addJob = (key: string | null) =>
  db.query(`select graphile_worker.add_job('each.hour', '{}'::json, job_key := $1::text)`, [key])

test('a recurring schedule is distinguished from a job that a call adds', async () => {
  await addJob('each.hour')
  await changes.capture()
  await db.query(`delete from graphile_worker._private_jobs where key = 'each.hour'`)
  await addJob('each.hour')
  assert.deepEqual(await changes.capture(), { tables: [], beside: true })
  await addJob(null)
  assert.deepEqual((await changes.capture()).tables, ['graphile_worker._private_jobs insert'])
})
