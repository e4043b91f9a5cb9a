import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { createPool, type DatabasePool } from '../../src/platform/database/database.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'

suite('point reads share connections', () => {
  let db: DatabasePool
  const number = (n: number) => db.first(sql<{ n: number }>`select ${n}::int as n`.pointRead())
  const numbers = (count: number) => Promise.all(Array.from({ length: count }, (_, n) => number(n)))
  const expected = (count: number) => Array.from({ length: count }, (_, n) => ({ n }))

  before(async () => {
    db = createPool(await createTestDatabase(), { size: 8, onError: () => {} })
  })
  after(() => db.close())

  test('each read gets its own result, on a quarter of the connections', async () => {
    assert.deepEqual(await numbers(500), expected(500))
    const { rows } = await db.pg.query(
      `select count(*)::int as open from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    assert.ok(rows[0].open >= 1 && rows[0].open <= 2, `${rows[0].open} connections`)
  })

  test('a failed read does not affect the others', async () => {
    const broken = db.first(sql`select 1 / ${0}::int`.pointRead())
    const [outcome, ...others] = await Promise.allSettled([broken, ...expected(50).map(({ n }) => number(n))])
    assert.equal(outcome?.status, 'rejected')
    assert.ok(others.every(({ status }) => status === 'fulfilled'))
    assert.deepEqual(await numbers(10), expected(10))
  })

  test('slow reads on every shared connection do not delay later ones', async () => {
    const holder = await db.pg.connect()
    await holder.query('select pg_advisory_lock(1)')
    const slow = [1, 2].map(() => db.first(sql`select pg_advisory_xact_lock(1)`.pointRead()))
    // A connection counts as slow when its oldest statement has been running for 10 ms.
    const running = `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event = 'advisory' and clock_timestamp() - query_start > '15 ms'`
    await eventually(
      'both queries count as slow',
      async () => (await holder.query(running)).rows[0].n === slow.length,
    )

    assert.deepEqual(await numbers(20), expected(20))

    await holder.query('select pg_advisory_unlock(1)')
    holder.release()
    await Promise.all(slow)
  })

  test('reads continue after a connection broke', async () => {
    const cut = db.first(sql`select pg_terminate_backend(pg_backend_pid())`.pointRead())
    await assert.rejects(cut)
    assert.deepEqual(await numbers(10), expected(10))
  })
})
