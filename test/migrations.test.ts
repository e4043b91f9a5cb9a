import assert from 'node:assert/strict'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { areas } from '../src/areas.ts'
import { version } from '../src/config.ts'
import { migrationsOf } from '../src/platform/area.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { StartError } from '../src/platform/problem.ts'
import { createTestDatabase } from './support/database.ts'
import { findBreakingStatements } from './support/migrations/rule.ts'
import { createTemporaryFolder } from './support/temporary-folder.ts'

/** The number of each schema's first file, which has replaced all earlier migrations since version 0.2. */
const FIRST = 200

const files = globSync('src/**/migrations/*.sql').sort()
const numberOf = (file: string) => Number.parseInt(basename(file), 10)

test('no migration removes anything that processes of the previous version need', () => {
  const broken = files
    .filter(file => numberOf(file) > FIRST)
    .flatMap(file =>
      findBreakingStatements(readFileSync(file, 'utf8'), version).map(why => `${file}: ${why}`),
    )
  assert.deepEqual(broken, [])
})

test('every migration after the first of its schema is checked', () => {
  const hidden = files.filter(file => {
    const [, schema] = file.split('/')
    return !(numberOf(file) > FIRST || file === `src/${schema}/migrations/0${FIRST}-${schema}.sql`)
  })
  assert.deepEqual(hidden, [])
})

test('a database of a version before 0.2 is refused and not modified', async t => {
  const url = await createTestDatabase()
  const client = new pg.Client(url)
  await client.connect()
  t.after(() => client.end())
  await client.query(`
    delete from platform.migration;
    insert into platform.migration values
      ('platform', '0001-ground-floor.sql', 'a'), ('platform', '0102-traces.sql', 'b'), ('orders', '0001-orders.sql', 'c')`)
  await assert.rejects(
    migrate(url, migrationsOf(areas)),
    error =>
      error instanceof StartError && /^The database belongs to a version before 0\.2/.test(error.message),
  )
  const { rowCount } = await client.query('select from platform.migration')
  assert.equal(rowCount, 3)
})

test('a start that ended before the migrations of the job library is completed by the next one', async t => {
  const url = await createTestDatabase()
  const client = new pg.Client(url)
  await client.connect()
  t.after(() => client.end())
  await client.query('drop schema graphile_worker cascade')
  assert.deepEqual(await migrate(url, migrationsOf(areas)), [])
  const { rows } = await client.query(
    `select to_regclass('graphile_worker.migrations') is not null as complete`,
  )
  assert.deepEqual(rows, [{ complete: true }])
})

const survived = [
  'create table a.new (id int not null unique); create unique index on a.new (id); alter table a.new add check (id > 0)',
  'alter table a.old add column b text, add column c int not null default 0',
  "alter table a.old add column b text not null default ''",
  'alter table a.old add b text',
  'create or replace function a.f() returns int language sql as $$ update a.old set b = 1; drop table a.old $$',
  "comment on table a.old is 'drop table a.old;'",
  '-- At most 500 rows: one for each day.\ncreate index on a.old (b)',
  '-- built ahead\ncreate index if not exists named on a.old (b)',
  '-- at most 10000 rows\nupdate a.old set b = 1',
  '-- Unused since 0.1.0, which reads c.\nalter table a.old drop column b',
  '-- unused since 0.1.9\ndrop table a.old',
  '-- only for speed\ndrop index a.one, a.two',
  'alter table a.old alter column b set default 1, alter c drop not null',
  'insert into a.old (b) values (1)',
]

test('statements that older processes tolerate are accepted', () => {
  for (const sql of survived) assert.deepEqual(findBreakingStatements(sql, '0.2.0'), [], sql)
})

const refused = [
  'drop table a.old',
  'DROP INDEX a.one',
  '-- only for speed\ndrop table a.old',
  'alter table a.old drop column b',
  'alter table a.old drop b, add c text',
  'alter table a.old drop constraint b',
  'alter table a.old rename column b to c',
  'alter table a.old rename to new',
  'alter table a.old add column b int not null',
  'alter table only a.old add b int not null',
  'alter table a.old add column c text, add column b int not null',
  'alter table a.old alter column b type bigint',
  'alter table a.old alter b set data type text',
  'alter table a.old alter column b set not null',
  'alter table a.old alter column b drop default',
  'alter table a.old add constraint c check (b > 0)',
  'alter table a.old add unique (b)',
  'alter table a.old add column b int generated always as (c + 1) stored',
  'alter table a.old add column b uuid default gen_random_uuid()',
  'create index on a.old (b)',
  'create index named on a.old using gin (b)',
  'create unique index on a.old (b)',
  '-- at most 10000 rows\ncreate unique index on a.old (b)',
  '-- at most 10001 rows\ncreate index on a.old (b)',
  '-- at most 5 rows\nselect 1; create index on a.old (b)',
  '-- built ahead\ncreate index named on a.old (b)',
  '-- built ahead\nupdate a.old set b = 1',
  'update a.old set b = 1',
  'delete from a.old',
  'truncate a.old',
  'lock table a.old',
  'alter schema a rename to b',
  'do $$ begin end $$',
  '-- unused since 0.2.0\ndrop table a.old',
  '-- unused since 0.10.0\ndrop table a.old',
  '-- unused\ndrop table a.old',
]

test('statements that break older processes are rejected', () => {
  for (const sql of refused) assert.notDeepEqual(findBreakingStatements(sql, '0.2.0'), [], sql)
})

test('a migration that waits for a table blocks others only briefly, and continues when it is free', async () => {
  const url = await createTestDatabase()
  const folder = createTemporaryFolder('migrations')
  const schema = [{ schema: 'essai', folder: pathToFileURL(`${folder}/`) }]
  writeFileSync(join(folder, '0001-one.sql'), 'create table essai.one (id int)')
  assert.deepEqual(await migrate(url, schema), ['essai/0001-one.sql'])

  const [reader, other] = [new pg.Client(url), new pg.Client(url)]
  await Promise.all([reader.connect(), other.connect()])
  await reader.query('begin; select from essai.one')
  writeFileSync(join(folder, '0002-two.sql'), 'alter table essai.one add column two int')
  const migrated = migrate(url, schema)
  const waiting = async () =>
    (
      await other.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%two int%'",
      )
    ).rowCount
  while (!(await waiting()));
  // This query queues behind the migration until the migration gives up its place in the queue.
  await other.query('select from essai.one')

  await reader.query('commit')
  assert.deepEqual(await migrated, ['essai/0002-two.sql'])
  await Promise.all([reader.end(), other.end()])
})
