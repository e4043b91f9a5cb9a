import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { areas } from '../areas.ts'
import { type Config, readConfig, version } from '../config.ts'
import { findBinaries } from '../embedded/account.ts'
import { createBackup } from '../embedded/backup/create-backup.ts'
import { describeSystem } from '../embedded/backup/description.ts'
import { startEmbedded } from '../embedded/embedded.ts'
import { createRealClock } from '../platform/clock.ts'
import { asStartError } from '../platform/data-folder.ts'
import { readAppliedMigrations } from '../platform/database/migrate.ts'
import { errorCode, StartError } from '../platform/problem.ts'
import { formatMegabytes, showProgress } from './progress.ts'

/**
 * Returns an AbortSignal that the first SIGINT, SIGTERM or SIGHUP aborts, so that the command can clean up, and
 * `orStartError`, which then replaces any error with a StartError of one line.
 */
export function abortOnSignal() {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
  const { signal } = stop
  return {
    signal,
    orStartError: (error: unknown) =>
      signal.aborted ? new StartError('Interrupted: nothing was changed') : error,
  }
}

/** Writes the data of the embedded PostgreSQL, running or not, to a new file. The secrets are not included. */
export async function backUp({ to }: { to: string }) {
  const config = readConfig(process.env, areas)
  if (config.databaseUrl)
    throw new StartError(
      'DATABASE_URL names an external PostgreSQL: back it up with its own tools (see docs/backups.md)',
    )
  const clock = createRealClock()
  const path = fileFor(to, clock.now())
  const directory = resolve(config.dataDirectory)
  if (!existsSync(join(directory, 'postgres'))) throw new StartError(`${directory} contains no data`)
  const { signal, orStartError } = abortOnSignal()
  const start = performance.now()
  const server = await startEmbedded({ directory, exclusive: false })
  const progress = showProgress('backup')
  const partial = `${path}.partial`
  try {
    const migrations = await readAppliedMigrations(server.url)
    const { major: postgres } = findBinaries()
    const secrets = await storedSecrets(directory)
    const system = describeSystem()
    const description = { format: 1 as const, version, postgres, system, migrations, secrets }
    const { bytes } = await createBackup(
      { url: server.url, description },
      { path: partial, now: clock.now, progress, signal },
    )
    renameSync(partial, path)
    progress.end()
    const took = ((performance.now() - start) / 1000).toFixed(1)
    console.log(
      `${path}: ${formatMegabytes(statSync(path).size)} from ${formatMegabytes(bytes)} of data in ${directory}, in ${took} s`,
    )
    for (const line of advice(config, secrets)) console.log(line)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') rmSync(partial, { force: true })
    throw orStartError(explainWriteError(error, partial))
  } finally {
    progress.end()
    await server.stop()
  }
}

/**
 * Returns the path of the backup: `to` is the file, or a folder in which the file is named by the time. Throws a
 * StartError if the file exists.
 */
function fileFor(to: string, now: Date): string {
  const path = resolve(to)
  const moment = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  const file = statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? join(path, `comptoir-${moment}.tar.zst`)
    : path
  if (existsSync(file)) throw new StartError(`${file} already exists; a backup does not overwrite files`)
  return file
}

/**
 * Returns the paths of the stored secrets in the data folder. A backup does not contain them, because with them anyone
 * could decrypt its data.
 */
async function storedSecrets(directory: string): Promise<string[]> {
  const former = existsSync(join(directory, 'secrets.json')) ? ['secrets.json'] : []
  const names = await readdir(join(directory, 'secrets')).catch(() => [])
  return [
    ...former,
    ...names
      .filter(name => /^[A-Z_]+$/.test(name))
      .map(name => `secrets/${name}`)
      .sort(),
  ]
}

const advice = ({ dataDirectory }: Config, secrets: string[]) => [
  'It contains personal data of customers: protect it like the database, and delete it as early as possible.',
  ...(secrets.length > 0
    ? [
        `It does not contain ${secrets.join(', ')} of ${dataDirectory}: store a copy of them in another place.`,
      ]
    : []),
]

function explainWriteError(error: unknown, partial: string): unknown {
  const code = errorCode(error)
  if (code === 'EEXIST')
    return new StartError(
      `${partial} exists: another backup is writing it, or was interrupted; in that case, delete it`,
    )
  if (code === 'ENOENT') return new StartError(`The folder of ${partial} does not exist`)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new StartError(`${partial} cannot be written, or the data cannot be read`)
  return asStartError(error, partial)
}
