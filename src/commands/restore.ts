import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { areas } from '../areas.ts'
import { readConfig, version } from '../config.ts'
import type { Description } from '../embedded/backup/description.ts'
import { restoreBackup, verifyBackup } from '../embedded/backup/restore-backup.ts'
import { resumeSeries } from '../orders/invoices/store.ts'
import { migrationsOf } from '../platform/area.ts'
import { createPool } from '../platform/database/database.ts'
import {
  hasLegacyMigrations,
  listMigrations,
  migrationNameOf,
  readAppliedMigrations,
} from '../platform/database/migrate.ts'
import { StartError } from '../platform/problem.ts'
import { abortOnSignal } from './backup.ts'
import { formatMegabytes, showProgress } from './progress.ts'

/** Restores a backup into the data folder, once it has been read and verified completely. */
export async function restore(
  file: string,
  { replace = false, lastInvoice }: { replace?: boolean; lastInvoice?: string },
) {
  const last = lastInvoice === undefined ? undefined : placeInSeries(lastInvoice)
  const config = readConfig(process.env, areas)
  if (config.databaseUrl)
    throw new StartError(
      'DATABASE_URL names an external PostgreSQL: backups can only be restored to COMPTOIR_DATA',
    )
  const directory = resolve(config.dataDirectory)
  const path = resolve(file)
  const { signal, orStartError } = abortOnSignal()
  const progress = showProgress('restore')
  const start = performance.now()
  try {
    const { description, bytes } = await verifyBackup(path, signal)
    await refuseUnknownMigrations(description, path)
    progress.total(bytes)
    await restoreBackup({
      ...{ path, directory, replace, progress, signal },
      prepare: async url => {
        const found = (await readAppliedMigrations(url)).map(migrationNameOf)
        if (found.join() !== description.migrations.map(migrationNameOf).join())
          throw new StartError(`${path} has a different schema after the restore than when it was created`)
        if (last) await skipNumbers(url, last)
      },
    })
    progress.end()
    const took = ((performance.now() - start) / 1000).toFixed(1)
    console.log(
      `${directory}: ${formatMegabytes(bytes)} of data as of ${description.ended} restored in ${took} s`,
    )
    for (const line of advice(description, directory, lastInvoice)) console.log(line)
  } catch (error) {
    throw orStartError(error)
  } finally {
    progress.end()
  }
}

/** Refuses data that this version cannot migrate: from before 0.2, or with a migration that this version lacks. */
async function refuseUnknownMigrations({ migrations, version: made }: Description, path: string) {
  if (hasLegacyMigrations(migrations))
    throw new StartError(
      `${path} contains data of a version before 0.2, which this version cannot migrate: restore it with the version that created it`,
    )
  const known = new Map(
    (await listMigrations(migrationsOf(areas))).map(step => [migrationNameOf(step), step.checksum]),
  )
  const strange = migrations.find(step => known.get(migrationNameOf(step)) !== step.checksum)
  if (!strange) return
  throw new StartError(
    `${path} was created by comptoir ${made} with the migration ${migrationNameOf(strange)}, which this version (${version}) does not have: restore it with the version that created it`,
  )
}

function placeInSeries(numero: string) {
  const [, annee, rang] = /^(\d{4})-(\d{6,9})$/.exec(numero) ?? []
  if (!annee || !rang)
    throw new StartError(`--last-invoice is ${numero}; it must be a number such as 2026-000042`)
  return { annee: Number(annee), rang: Number(rang) }
}

/** Prevents the reuse of invoice numbers up to `last`. Runs before any job can issue an invoice. */
async function skipNumbers(url: string, last: ReturnType<typeof placeInSeries>) {
  const db = createPool(url, { size: 2, onError: () => {} })
  try {
    await db.transaction(tx => resumeSeries(tx, last))
  } finally {
    await db.close()
  }
}

/** Returns the steps that remain for the operator. */
function advice({ ended, secrets }: Description, directory: string, lastInvoice?: string): string[] {
  const missing = secrets.filter(name => !existsSync(join(directory, name)))
  return [
    ...(missing.length > 0
      ? [
          `Before you start the server, copy ${missing.join(', ')} from the previous data folder to ${directory}.`,
        ]
      : []),
    `Customers erased after ${ended} exist again: request their erasure again.`,
    lastInvoice === undefined
      ? `Invoices issued after ${ended} are lost. If any were sent, restore again with --last-invoice before you start the server; otherwise their numbers are reused.`
      : `Invoices issued after ${ended} are lost; numbers up to ${lastInvoice} are not reused.`,
  ]
}
