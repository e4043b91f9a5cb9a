import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPool, type DatabasePool } from '../../src/platform/database/database.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { freshDatabase } from '../support/database.ts'

suite('brief reads share connections', () => {
  let db: DatabasePool
  const number = (n: number) => db.first(sql<{ n: number }>`select ${n}::int as n`.brief())
  const numbers = (count: number) => Promise.all(Array.from({ length: count }, (_, n) => number(n)))
  const expected = (count: number) => Array.from({ length: count }, (_, n) => ({ n }))

  before(async () => {
    db = createPool(await freshDatabase(), { size: 8, onError: () => {} })
  })
  after(() => db.close())

  test('each gets its own answer, on a quarter of the connections', async () => {
    assert.deepEqual(await numbers(500), expected(500))
    const { rows } = await db.pg.query(
      `select count(*)::int as open from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    assert.ok(rows[0].open >= 1 && rows[0].open <= 2, `${rows[0].open} connections`)
  })

  test('one that fails fails alone', async () => {
    const broken = db.first(sql`select 1 / ${0}::int`.brief())
    const [outcome, ...others] = await Promise.allSettled([broken, ...expected(50).map(({ n }) => number(n))])
    assert.equal(outcome?.status, 'rejected')
    assert.ok(others.every(({ status }) => status === 'fulfilled'))
    assert.deepEqual(await numbers(10), expected(10))
  })

  test('slow ones on every lane keep no later one waiting', async () => {
    let slow = 0
    const sleepers = [1, 2].map(() => db.first(sql`select pg_sleep(0.7)`.brief()).then(() => slow++))
    await sleep(50)
    assert.deepEqual(await numbers(20), expected(20))
    assert.equal(slow, 0)
    await Promise.all(sleepers)
  })

  test('after a connection was cut, the next reads go on', async () => {
    const cut = db.first(sql`select pg_terminate_backend(pg_backend_pid())`.brief())
    await assert.rejects(cut)
    assert.deepEqual(await numbers(10), expected(10))
  })
})
