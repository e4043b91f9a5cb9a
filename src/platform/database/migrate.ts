import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { StartError } from '../problem.ts'
import { acquireSessionLock } from './locks.ts'

/** A PostgreSQL schema and the folder of numbered .sql files that build it. */
type Migrations = { schema: string; folder: URL }

/** A migration file and the checksum of its text. */
type Migration = { schema: string; name: string; checksum: string }
type Step = Migration & { text: string }

const silent = new Logger(() => () => {})

const platform: Migrations = { schema: 'platform', folder: new URL('../migrations/', import.meta.url) }

/**
 * Migrations before 0.2 had lower numbers. The current ones create tables of the same names and do not upgrade those.
 */
const FIRST = 200

/** Whether one of these was applied by a version before 0.2, whose tables this version cannot upgrade. */
export const hasLegacyMigrations = (applied: readonly Migration[]) =>
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

/** A pending lock request on a table blocks all later ones, so each wait is short and is repeated for 10 minutes. */
const LOCK_MS = 2_000
const PAUSE_MS = 1_000
const MAX_ATTEMPTS = 200
const CONNECT_MS = 10_000
const LOCK_NOT_AVAILABLE = '55P03'
const INSUFFICIENT_PRIVILEGE = '42501'

async function apply(client: pg.Client, step: Step) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyOnce(client, step)
    } catch (error) {
      await client.query('rollback')
      if ((error as pg.DatabaseError).code === LOCK_NOT_AVAILABLE && attempt < MAX_ATTEMPTS)
        await sleep(PAUSE_MS)
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

/** Returns the migrations of this version, in the order in which they are applied. */
export const listMigrations = async (areas: readonly Migrations[]): Promise<Step[]> =>
  (await Promise.all([platform, ...areas].map(stepsOf))).flat()

export const migrationNameOf = ({ schema, name }: Migration) => `${schema}/${name}`

const readApplied = async (client: pg.Client) =>
  (
    await client.query<Migration>(
      'select schema, name, checksum from platform.migration order by schema, name',
    )
  ).rows

/** A client that breaks fails its query and also emits an error, which would end the process. */
const createClient = (url: string) =>
  new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS }).on('error', () => {})

/** Returns the migrations that were applied to a database; none if it has no migration table. */
export async function readAppliedMigrations(url: string): Promise<Migration[]> {
  const client = createClient(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ exists: boolean }>(
      `select to_regclass('platform.migration') is not null as exists`,
    )
    return rows[0]?.exists ? await readApplied(client) : []
  } finally {
    await client.end()
  }
}

/**
 * Applies the pending migrations of every schema, each file once and atomically, in one process at a time, and then
 * those of graphile-worker. Returns the names of the applied files. Throws a StartError if a file fails or was changed
 * after it had been applied, or if the database is from a version before 0.2.
 */
export async function migrate(url: string, areas: readonly Migrations[]): Promise<string[]> {
  const client = createClient(url)
  await client.connect()
  try {
    await acquireSessionLock(client, 'migration')
    await client.query(`create schema if not exists platform;
      create table if not exists platform.migration (
        schema text, name text, checksum text not null, primary key (schema, name))`)
    const found = await readApplied(client)
    if (hasLegacyMigrations(found))
      throw new StartError(
        'The database belongs to a version before 0.2, which this version cannot migrate: set DATABASE_URL to an empty database, or COMPTOIR_DATA to another folder (docs/operations.md lists the data that can be transferred)',
      )
    const applied = new Map(found.map(step => [migrationNameOf(step), step.checksum]))
    const steps = await listMigrations(areas)
    const added: string[] = []
    for (const step of steps) {
      const name = migrationNameOf(step)
      const checksum = applied.get(name)
      if (checksum === step.checksum) continue
      if (checksum) throw new StartError(`Migration ${name} was changed after it had been applied`)
      await apply(client, step)
      added.push(name)
    }
    // Runs every time, because an earlier start may have ended before this step, and another version of graphile-worker
    // may have new migrations.
    await runMigrations({ connectionString: url, logger: silent })
    return added
  } catch (error) {
    if ((error as pg.DatabaseError).code !== INSUFFICIENT_PRIVILEGE) throw error
    throw new StartError(`${(error as Error).message}: let the role of DATABASE_URL own the database`)
  } finally {
    await client.end()
  }
}
