import pg from 'pg'
import { areas } from '../areas.ts'
import { type Config, readConfig } from '../config.ts'
import { type EmbeddedServer, startEmbedded } from '../embedded/embedded.ts'
import { migrationsOf } from '../platform/area.ts'
import { migrate } from '../platform/database/migrate.ts'
import type { Log } from '../platform/log.ts'
import { StartError } from '../platform/problem.ts'

type Options = { exclusive?: boolean; log?: Log }

/**
 * Returns the configured database: an external one, whose `stop` has no effect, or the embedded one, which is started
 * if necessary. Throws a StartError if the external one cannot be used or is older than PostgreSQL 15, if the embedded
 * one cannot be started, or, with `exclusive`, if another process owns the embedded one.
 */
export async function openDatabase(
  config: Config,
  { exclusive = true, log }: Options = {},
): Promise<EmbeddedServer> {
  const { databaseUrl, dataDirectory } = config
  if (!databaseUrl) return startEmbedded({ directory: dataDirectory, exclusive, ...(log && { log }) })
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    if (Number(rows[0]?.server_version_num) < 150_000) throw new Error('PostgreSQL 15 or later is required')
  } catch (error) {
    const { host, pathname } = new URL(databaseUrl)
    const reason = (error as Error).message || (error as NodeJS.ErrnoException).code
    throw new StartError(`Cannot use the database ${pathname.slice(1)} at ${host} (DATABASE_URL): ${reason}`)
  } finally {
    await client.end().catch(() => {})
  }
  return { url: databaseUrl, stop: async () => {} }
}

export async function migrateOnly() {
  const database = await openDatabase(readConfig(process.env, areas), { exclusive: false })
  try {
    const applied = await migrate(database.url, migrationsOf(areas))
    console.log(applied.length > 0 ? applied.map(name => `applied ${name}`).join('\n') : 'Nothing to do')
  } finally {
    await database.stop()
  }
}
