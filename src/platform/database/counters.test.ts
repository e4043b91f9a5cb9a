import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { createCounters } from './counters.ts'
import { createPool, type Database, type DatabasePool } from './database.ts'
import { type Sql, sql } from './sql.ts'

const visits = createCounters(sql`public.visits`)
const sales = createCounters(sql`public.sales`, { keys: ['shop', 'article'], labels: ['name'] })

let db: DatabasePool
before(async () => {
  db = createPool(await createTestDatabase(), { size: 20, onError: () => {} })
  await db.pg.query(`
    create table public.visits (fragment smallint primary key, nombre bigint not null);
    create table public.sales (
      shop text, article text, fragment smallint, name text, nombre bigint not null,
      primary key (shop, article, fragment))`)
})
after(() => db.close())

const total = async (of: Sql, from: Database = db) =>
  (await from.first(sql<{ total: number }>`select ${of} as total`))?.total

test('a table without keys is one counter that can be increased and decreased', async () => {
  assert.equal(await total(visits.total()), 0)
  await db.transaction(tx => visits.add(tx, [{ nombre: 7 }]))
  await db.transaction(tx => visits.add(tx, [{ nombre: -2 }]))
  assert.equal(await total(visits.total()), 5)
})

test('an addition is rolled back with its transaction', async () => {
  const before = await total(visits.total())
  const fails = db.transaction(async tx => {
    await visits.add(tx, [{ nombre: 1 }])
    assert.equal(await total(visits.total(), tx), (before ?? 0) + 1)
    throw new Error('no')
  })
  await assert.rejects(fails, /^Error: no$/)
  assert.equal(await total(visits.total()), before)
})

test('two hundred concurrent writers with the same counters in opposite order are all counted', async () => {
  const of = (article: string) => ({ shop: 'paris', article, name: article.toUpperCase(), nombre: 1 })
  await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      db.transaction(tx => sales.add(tx, i % 2 ? [of('a'), of('b')] : [of('b'), of('a')])),
    ),
  )
  assert.equal(await total(sales.total(sql`article = 'a'`)), 200)
  assert.equal(await total(sales.total(sql`shop = ${'paris'} and article = ${'b'}`)), 200)
  assert.equal(await total(sales.total()), 400)
  assert.deepEqual(await db.rows(sql`select distinct article, name from public.sales order by 1`), [
    { article: 'a', name: 'A' },
    { article: 'b', name: 'B' },
  ])
})

test('a difference of zero writes no row', async () => {
  await db.transaction(tx => sales.add(tx, [{ shop: 'lille', article: 'a', name: 'A', nombre: 0 }]))
  assert.deepEqual(await db.rows(sql`select from public.sales where shop = 'lille'`), [])
})

test('writers on connections with different shards do not wait for one another', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const shards = new Set<number>()
  // The eight connections have at least two different shards. The first writer of each shard does not wait.
  const writers = Array.from({ length: 8 }, () =>
    db.transaction(async tx => {
      const row = await tx.first(sql<{ shard: number }>`select pg_backend_pid() % 16 as shard`)
      await visits.add(tx, [{ nombre: 1 }])
      if (row) shards.add(row.shard)
      await released
    }),
  )
  try {
    await eventually('two shards are written', async () => shards.size >= 2)
  } finally {
    release()
    await Promise.all(writers)
  }
})
