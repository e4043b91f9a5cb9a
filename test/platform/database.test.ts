import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { createPool, type DatabasePool, deleteInBatches } from '../../src/platform/database/database.ts'
import { isDatabaseUnavailable } from '../../src/platform/database/faults.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { setTimeLimits } from '../../src/platform/database/time-limits.ts'
import { createTestDatabase } from '../support/database.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

let url: string
let db: DatabasePool
before(async () => {
  url = await createTestDatabase()
  db = createPool(url, { size: 6, onError: () => {} })
  await db.pg.query(
    'create table public.account (id int primary key, cents bigint not null, at timestamptz, day date)',
  )
  await db.pg.query('insert into public.account (id, cents) values (1, 100), (2, 100)')
})
after(() => db.close())

const cents = async (id: number) =>
  (await db.one(sql<{ cents: number }>`select cents from public.account where id = ${id}`)).cents

test('a statement is text with numbered parameters, pieces spliced in', () => {
  const where = sql`id = ${1} and ${sql.identifier('cents')} > ${2}`
  const { text, values } = sql`select ${sql.raw('a')} from t where ${where} limit ${3}`
  assert.equal(text, 'select a from t where id = $1 and "cents" > $2 limit $3')
  assert.deepEqual(values, [1, 2, 3])
  assert.equal(sql.join([sql`${1}`, sql`b`, sql`${2}`]).text, '$1, b, $2')
})

test('bigint is returned as a number, a date as text, a timestamp as a Date', async () => {
  const moment = new Date('2026-03-28T23:05:00.123Z')
  await db.transaction(tx =>
    tx.run(sql`update public.account set at = ${moment}, day = ${'2026-03-28'} where id = 1`),
  )
  assert.deepEqual(await db.first(sql`select cents, at, day from public.account where id = 1`), {
    cents: 100,
    at: moment,
    day: '2026-03-28',
  })
})

test('two processes name a statement identically, in whatever order they run statements', async () => {
  // A module loaded from another URL has its own statement names, like another process.
  const other = `${new URL('../../src/platform/database/database.ts', import.meta.url).href}?other`
  const process2 = (await import(other)) as { createPool: typeof createPool }
  const second = process2.createPool(url, { size: 1, onError: () => {} })
  const statements = [1, 2, 3].map(n => sql`select ${sql.raw(String(n))} as number`)
  const namesIn = (pool: DatabasePool, order: typeof statements) =>
    pool.transaction(async tx => {
      for (const statement of order) await tx.rows(statement)
      return tx.rows<{ name: string }>(
        sql`select name, statement from pg_prepared_statements where statement like '%as number' order by statement`,
      )
    })
  const ours = await namesIn(db, statements)
  assert.equal(ours.length, 3)
  assert.deepEqual(await namesIn(second, statements.toReversed()), ours)
  await second.close()
})

test('a transaction that throws stores nothing and skips its after-commit callbacks', async () => {
  let isReported = false
  await assert.rejects(
    db.transaction(async tx => {
      tx.afterCommit(() => {
        isReported = true
      })
      await tx.run(sql`update public.account set cents = 0 where id = 1`)
      throw new Error('no')
    }),
    /^Error: no$/,
  )
  assert.deepEqual([await cents(1), isReported], [100, false])
})

test('a transaction with a failed statement does not count as committed, even if its error was swallowed', async () => {
  await assert.rejects(
    db.transaction(async tx => {
      await tx.run(sql`update public.account set cents = 0 where id = 1`)
      await tx.run(sql`select 1 / 0`).catch(() => {})
    }),
    /had failed/,
  )
  assert.equal(await cents(1), 100)
})

test('two transactions that deadlock both succeed', async () => {
  const bothHaveBegun = Promise.withResolvers<void>()
  let begun = 0
  const move = (from: number, to: number) =>
    db.transaction(async tx => {
      await tx.run(sql`update public.account set cents = cents - 1 where id = ${from}`)
      if (++begun === 2) bothHaveBegun.resolve()
      await bothHaveBegun.promise
      await tx.run(sql`update public.account set cents = cents + 1 where id = ${to}`)
    })
  await Promise.all([move(1, 2), move(2, 1)])
  assert.deepEqual([await cents(1), await cents(2)], [100, 100])
})

test('a connection that does not keep its time limits is refused as unavailable', async () => {
  const query = async () => ({ rows: [{ statement_timeout: '0' }] })
  await assert.rejects(setTimeLimits({ query } as unknown as pg.ClientBase), error => {
    assert.match(String(error), /statement_timeout = 0 instead of 30s/)
    return isDatabaseUnavailable(error)
  })
})

test('prepared statements for a page and for a list of keys are planned once, not for each execution', async () => {
  const pool = createPool(url, { size: 1, onError: () => {} })
  await pool.pg.query(
    'create table public.many as select generate_series(1, 10000) as id; alter table public.many add primary key (id); analyze public.many',
  )
  const statements = () => [
    sql`select id from public.many order by id ${sql.page(20, 0)}`,
    sql`select id from public.many where id = any(${sql.list([7], 'integer')})`,
  ]
  for (let i = 0; i < 20; i++) for (const statement of statements()) await pool.rows(statement)
  const { rows } = await pool.pg.query(
    `select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements
      where statement like '%from public.many%' order by custom_plans desc`,
  )
  // PostgreSQL compares the general plan with those of the first five executions; without parameters it makes no others.
  assert.deepEqual(rows, [
    { custom: 5, generic: 15 },
    { custom: 0, generic: 20 },
  ])
  await pool.close()
})

test('the limit of a page is part of the statement only if it is usual', () => {
  assert.equal(sql.page(20, 0).text, 'limit 20')
  assert.deepEqual([sql.page(50, 100).text, sql.page(50, 100).values], ['limit 50 offset $1', [100]])
  assert.deepEqual([sql.page(37, 0).text, sql.page(37, 0).values], ['limit $1', [37]])
})

test('without named statements, none is prepared under a name', async () => {
  const pool = createPool(url, { size: 1, onError: () => {}, prepared: false })
  const names = sql<{ count: number }>`select count(*) from pg_prepared_statements where ${true}::boolean`
  assert.deepEqual([await pool.value(names), await pool.value(names)], [0, 0])
  await pool.close()
})

test('a statement that exceeds its time limit is reported as an error of the database, not of the caller', async () => {
  const late = db.transaction(async tx => {
    await tx.run(sql`set local statement_timeout = 20`)
    await tx.run(sql`select pg_sleep(5)`)
  })
  await assert.rejects(late, error => isDatabaseUnavailable(error))
})

test('a transaction that PostgreSQL ends as idle is reported as an error of the database, too', async () => {
  // When the system clock is moved forward by an hour, all transactions end with this error.
  const failed = db.transaction(tx => tx.run(sql`do $$ begin raise sqlstate '25P03'; end $$`))
  await assert.rejects(failed, error => isDatabaseUnavailable(error))
})

test('each migration runs once and completely, even in two concurrent processes, and a changed file prevents the start', async () => {
  const folder = createTemporaryFolder('migrations')
  const areas = [{ schema: 'shelf', folder: pathToFileURL(`${folder}/`) }]
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  await write('0001-a.sql', 'create table shelf.a (id int); insert into shelf.a values (1)')

  const applied = await Promise.all([migrate(url, areas), migrate(url, areas)])
  assert.deepEqual(applied.flat(), ['shelf/0001-a.sql'])
  assert.deepEqual(await migrate(url, areas), [])

  await write('0002-b.sql', 'create table shelf.b (id int); select 1 / 0')
  await assert.rejects(migrate(url, areas), /Migration shelf\/0002-b.sql failed: division by zero/)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  assert.equal((await client.query("select to_regclass('shelf.b') as b")).rows[0].b, null)
  await client.end()

  await write('0002-b.sql', 'create table shelf.b (id int)')
  assert.deepEqual(await migrate(url, areas), ['shelf/0002-b.sql'])
  await write('0001-a.sql', 'create table shelf.a (id bigint)')
  await assert.rejects(migrate(url, areas), /shelf\/0001-a.sql was changed/)
})

test('bulk deletes run in batches of a thousand rows, each in its own transaction', async () => {
  await db.pg.query('create table public.old as select generate_series(1, 2500) as id')
  const transactions = new Set<unknown>()
  const left: number[] = []
  await deleteInBatches(db, async (tx, limit) => {
    const { id, count } = await tx.one(
      sql<{ id: string; count: number }>`select pg_current_xact_id()::text as id, count(*) from public.old`,
    )
    transactions.add(id)
    left.push(count)
    return tx.run(
      sql`delete from public.old where id in (select id from public.old order by id limit ${limit})`,
    )
  })
  assert.deepEqual(left, [2_500, 1_500, 500])
  assert.equal(transactions.size, 3)
})
