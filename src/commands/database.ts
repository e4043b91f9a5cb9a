import { areas } from '../areas.ts'
import { type Config, readConfig } from '../config.ts'
import { type EmbeddedServer, startEmbedded } from '../embedded/embedded.ts'
import { migrationsOf } from '../platform/area.ts'
import { isDatabaseUnavailable } from '../platform/database/faults.ts'
import { type Inspected, inspectDatabase } from '../platform/database/inspect.ts'
import { migrate } from '../platform/database/migrate.ts'
import type { Log } from '../platform/log.ts'
import { errorCode, StartError } from '../platform/problem.ts'
import { loadSecrets } from '../platform/secrets.ts'

type Options = { exclusive?: boolean; log?: Log }

/**
 * Returns the configured database: an external one, whose `stop` has no effect, or the embedded one, which is started
 * if necessary. Throws a StartError if the external one cannot be used, is older than PostgreSQL 15 or is behind a pooler that the settings do not suit, if
 * the embedded
 * one cannot be started, or, with `exclusive`, if another process owns the embedded one.
 */
export async function openDatabase(
  config: Config,
  { exclusive = true, log }: Options = {},
): Promise<EmbeddedServer> {
  const { databaseUrl, databaseSessionUrl, dataDirectory } = config
  if (databaseUrl) {
    await inspectAddresses(config, databaseUrl)
    return { url: databaseUrl, stop: async () => {} }
  }
  if (databaseSessionUrl) throw new StartError('DATABASE_SESSION_URL requires DATABASE_URL, which is not set')
  return startEmbedded({ directory: dataDirectory, exclusive, ...(log && { log }) })
}

const reasonOf = (error: unknown) => (error as Error).message || errorCode(error)

async function inspectAddresses(config: Config, databaseUrl: string) {
  const { databaseSessionUrl, databaseReadUrl } = config
  const primary = await inspectAddress('DATABASE_URL', databaseUrl)
  requirePoolerSettings(config, 'DATABASE_URL', primary)
  if (databaseSessionUrl) {
    const session = await inspectAddress('DATABASE_SESSION_URL', databaseSessionUrl)
    if (session.isTransactionPooled)
      throw new StartError(
        'DATABASE_SESSION_URL leads through a pooler in transaction mode: set it to the address of PostgreSQL, or of a pooler in session mode',
      )
    if (session.identity !== primary.identity)
      throw new StartError(
        'DATABASE_SESSION_URL leads to another database than DATABASE_URL: set it to another address of the same one',
      )
  }
  // A replica may be unavailable during a start.
  const replica = databaseReadUrl && (await inspectDatabase(databaseReadUrl).catch(() => undefined))
  if (replica) requirePoolerSettings(config, 'DATABASE_READ_URL', replica)
}

async function inspectAddress(variable: string, url: string): Promise<Inspected> {
  try {
    const inspected = await inspectDatabase(url)
    if (inspected.version < 150_000) throw new Error('PostgreSQL 15 or later is required')
    return inspected
  } catch (error) {
    const { host, pathname } = new URL(url)
    throw new StartError(
      `Cannot use the database ${pathname.slice(1)} at ${host} (${variable}): ${reasonOf(error)}`,
    )
  }
}

function requirePoolerSettings(config: Config, variable: string, inspected: Inspected) {
  const { isTransactionPooled, hasNamedStatements } = inspected
  if (!isTransactionPooled) return
  const missing = [
    ...(config.databaseSessionUrl ? [] : ['DATABASE_SESSION_URL to an address of the database without it']),
    ...(hasNamedStatements || config.preparedStatements === '0' ? [] : ['COMPTOIR_PREPARED_STATEMENTS to 0']),
  ]
  if (missing.length > 0)
    throw new StartError(
      `${variable} leads through a pooler in transaction mode: set ${missing.join(' and ')} (docs/deploy.md, PgBouncer)`,
    )
}

/** Waits for a step of a start. Throws a StartError if the database becomes unavailable during it. */
export async function requireDatabase<T>(step: Promise<T>): Promise<T> {
  try {
    return await step
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    throw new StartError(`The database became unavailable during the start: ${reasonOf(error)}`)
  }
}

/** Applies the pending migrations over a connection that is one session. */
export const migrateDatabase = ({ databaseSessionUrl }: Config, { url }: EmbeddedServer) =>
  requireDatabase(migrate(databaseSessionUrl ?? url, migrationsOf(areas)))

export async function migrateOnly() {
  const config = readConfig(process.env, areas)
  // A later start refuses a database of the data folder without its secrets.
  if (!config.databaseUrl) await loadSecrets(config.missingSecrets, config.dataDirectory)
  const database = await openDatabase(config, { exclusive: false })
  try {
    const applied = await migrateDatabase(config, database)
    console.log(applied.length > 0 ? applied.map(name => `applied ${name}`).join('\n') : 'Nothing to do')
  } finally {
    await database.stop()
  }
}
