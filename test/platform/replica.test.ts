import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { createPool, type DatabasePool } from '../../src/platform/database/database.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { createTestDatabase } from '../support/database.ts'

const nameOf = (url: string) => new URL(url).pathname.slice(1)

suite('lists and searches are read from the replica', () => {
  let primary: string
  let standby: string
  const pools: DatabasePool[] = []
  const open = (readUrl?: string) => {
    const faults: Error[] = []
    const db = createPool(primary, { size: 4, readUrl, onError: fault => faults.push(fault) })
    pools.push(db)
    const where = sql<{ name: string }>`select current_database() as name`
    return { db, faults, where }
  }

  before(async () => {
    primary = await createTestDatabase()
    standby = await createTestDatabase()
  })
  after(() => Promise.all(pools.map(pool => pool.close())))

  test('the replica serves only lists and searches; all other statements, and all in transactions, use the primary', async () => {
    const { db, where } = open(standby)
    assert.deepEqual(await db.rows(where.fromReplica()), [{ name: nameOf(standby) }])
    for (const statement of [where, where.pointRead()])
      assert.deepEqual(await db.rows(statement), [{ name: nameOf(primary) }])
    const within = await db.transaction(tx => tx.first(where.fromReplica()))
    assert.deepEqual(within, { name: nameOf(primary) })
  })

  test('without a replica the primary responds', async () => {
    const { db, where } = open()
    assert.deepEqual(await db.first(where.fromReplica()), { name: nameOf(primary) })
  })

  test('while the replica is unavailable the primary responds, and one log line reports it', async () => {
    const { db, where, faults } = open('postgresql://nobody@127.0.0.1:9/none')
    for (let i = 0; i < 3; i++)
      assert.deepEqual(await db.first(where.fromReplica()), { name: nameOf(primary) })
    assert.equal(faults.length, 1)
  })

  test('an invalid statement fails without a second attempt on the primary', async () => {
    const { db, faults } = open(standby)
    await assert.rejects(db.first(sql`select * from nowhere`.fromReplica()), { code: '42P01' })
    assert.deepEqual(faults, [])
  })
})
