import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '../../../test/support/database.ts'
import { createPool, type DatabasePool } from './database.ts'
import {
  acquireLock,
  acquireSessionLock,
  type lockKey,
  locks,
  tryAcquireSessionLock,
  tryLock,
} from './locks.ts'
import { sql } from './sql.ts'

let db: DatabasePool
before(async () => {
  db = createPool(await createTestDatabase(), { size: 4, onError: () => {} })
})
after(() => db.close())

const session = async () => {
  const client = new pg.Client({ connectionString: db.url })
  await client.connect()
  return client
}

test('all locks have distinct numbers', () => {
  const numbers = Object.values(locks)
  assert.equal(new Set<number>(numbers).size, numbers.length)
})

test('a lock is held by one transaction until it ends, while others wait or are refused', async () => {
  let isLocked = false
  let waiting: Promise<unknown> = Promise.resolve()
  await db.transaction(async tx => {
    await acquireLock(tx, 'relay')
    assert.equal(await db.transaction(other => tryLock(other, 'relay')), false)
    assert.equal(await db.transaction(other => tryLock(other, 'probe.other')), true)
    waiting = db.transaction(async other => {
      await acquireLock(other, 'relay')
      isLocked = true
    })
    const waits = sql`
      select 1 from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and locktype = 'advisory' and not granted`
    while (!(await db.first(waits)));
    assert.equal(isLocked, false)
  })
  await waiting
  assert.equal(isLocked, true)
})

test('a lock with a name is separate for each name and from other locks with that name', async () => {
  await db.transaction(async tx => {
    await acquireLock(tx, 'probe.ticket', 'one')
    const free = (...of: Parameters<typeof lockKey>) => db.transaction(other => tryLock(other, ...of))
    assert.equal(await free('probe.ticket', 'one'), false)
    assert.equal(await free('probe.ticket', sql`lower(${'ONE'})`), false)
    assert.equal(await free('probe.ticket', 'two'), true)
    assert.equal(await free('probe.other', 'one'), true)
    assert.equal(await free('probe.ticket'), true)
  })
})

test('a session lock is released when its connection ends', async () => {
  const [owner, other] = [await session(), await session()]
  await acquireSessionLock(owner, 'migration')
  assert.equal(await tryAcquireSessionLock(other, 'migration'), false)
  await owner.end()
  while (!(await tryAcquireSessionLock(other, 'migration')));
  await other.end()
})
