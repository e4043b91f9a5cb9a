import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { StartError } from '../problem.ts'
import { acquireSessionLock } from './locks.ts'

/** A PostgreSQL schema and the folder of numbered .sql files that build it. */
type Migrations = { schema: string; folder: URL }

/** A file of migrations, and the checksum of what stands in it. */
type Migration = { schema: string; name: string; checksum: string }
type Step = Migration & { text: string }

const silent = new Logger(() => () => {})

const platform: Migrations = { schema: 'platform', folder: new URL('../migrations/', import.meta.url) }

/** Files of before 0.2 had lower numbers; those of now build the same tables from nothing, and change none that are there. */
const FIRST = 200

/** Whether these were applied by a version before 0.2: this one cannot bring their tables up to date. */
export const isBeforeFirst = (applied: readonly Migration[]) =>
  applied.some(({ schema, name }) => schema === platform.schema && Number.parseInt(name, 10) < FIRST)

async function stepsOf({ schema, folder }: Migrations): Promise<Step[]> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async name => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { schema, name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** A table that is waited for keeps everybody else from it: so the wait is short, and is taken up again later, 10 minutes long. */
const LOCK_MS = 2_000
const PAUSE_MS = 1_000
const TRIES = 200
const LOCK_NOT_AVAILABLE = '55P03'

async function apply(client: pg.Client, step: Step) {
  for (let tried = 1; ; tried++) {
    try {
      return await applyOnce(client, step)
    } catch (error) {
      await client.query('rollback')
      if ((error as pg.DatabaseError).code === LOCK_NOT_AVAILABLE && tried < TRIES) await sleep(PAUSE_MS)
      else throw new StartError(`Migration ${step.schema}/${step.name} failed: ${(error as Error).message}`)
    }
  }
}

async function applyOnce(client: pg.Client, step: Step) {
  await client.query(`begin; set local lock_timeout = ${LOCK_MS}`)
  await client.query(`create schema if not exists ${step.schema}`)
  await client.query(step.text)
  await client.query('insert into platform.migration (schema, name, checksum) values ($1, $2, $3)', [
    step.schema,
    step.name,
    step.checksum,
  ])
  await client.query('commit')
}

/** Those of this version, in the order in which they are applied. */
export const knownMigrations = async (areas: readonly Migrations[]): Promise<Step[]> =>
  (await Promise.all([platform, ...areas].map(stepsOf))).flat()

export const nameOf = ({ schema, name }: Migration) => `${schema}/${name}`

const readApplied = async (client: pg.Client) =>
  (
    await client.query<Migration>(
      'select schema, name, checksum from platform.migration order by schema, name',
    )
  ).rows

/** Those that a database has; none where nothing was ever applied. */
export async function appliedMigrations(url: string): Promise<Migration[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('platform.migration') is not null as there`,
    )
    return rows[0]?.there ? await readApplied(client) : []
  } finally {
    await client.end()
  }
}

/**
 * Brings every schema up to date, each file once and whole, one process at a time. Gives the names of what was applied.
 * A file that was changed after it had been applied, or a database of a version before 0.2, stops with a StartError.
 */
export async function migrate(url: string, areas: readonly Migrations[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await acquireSessionLock(client, 'migration')
    await client.query(`create schema if not exists platform;
      create table if not exists platform.migration (
        schema text, name text, checksum text not null, primary key (schema, name))`)
    const found = await readApplied(client)
    if (isBeforeFirst(found))
      throw new StartError(
        'The database is of a version before 0.2, which this one cannot bring up to date: name an empty database in DATABASE_URL, or another folder in COMPTOIR_DATA (docs/operations.md says what can be taken along)',
      )
    const applied = new Map(found.map(step => [nameOf(step), step.checksum]))
    const steps = await knownMigrations(areas)
    const news: string[] = []
    for (const step of steps) {
      const name = nameOf(step)
      const checksum = applied.get(name)
      if (checksum === step.checksum) continue
      if (checksum) throw new StartError(`Migration ${name} was changed after it had been applied`)
      await apply(client, step)
      news.push(name)
    }
    if (news.length > 0) await runMigrations({ connectionString: url, logger: silent })
    return news
  } finally {
    await client.end()
  }
}
