import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Platform } from '../../area.ts'
import { addRoutes } from '../../http/add-routes.ts'
import { type Job, job, jobKind } from '../../jobs/job.ts'
import { Problem } from '../../problem.ts'
import { type ReceivedFile, withTemporaryFile } from '../../uploads/temporary-file.ts'
import { CANCELLED, DISCONNECTED, type ImportAnswer } from '../import.ts'
import { type BackgroundImportOptions, createImportRoute, type ImportRoute } from '../import-route.ts'
import { createImportRunRoutes, type Imports } from './routes.ts'
import { beginRun, endRun, extractFile, failRun, insertPart, insertRun } from './store.ts'

type Parts = Pick<Platform, 'db' | 'clock' | 'jobs' | 'log'>

/** A kind of file that an area imports, with its route. `nature` is its name in the list of imports. */
export type FileImport = Omit<ImportRoute<ImportAnswer>, 'rights' | 'sent' | 'status' | 'receive'> & {
  nature: string
}

/** Limits the attempts of an import that repeatedly fails, crashes its process or is interrupted by a shutdown. */
const MAX_ATTEMPTS = 5

/**
 * Whether the import refused the file. All other errors may be temporary: an unavailable database or area, or a
 * shutdown.
 */
const isRefusal = (error: unknown): error is Problem =>
  error instanceof Problem && error.statusCode >= 400 && error.statusCode < 499

/**
 * Imports a stored file. A restart after a crash is safe: an import in one transaction has either stored nothing or also
 * ended the run (see `createRunEnd`), and one in batches stores the same values again.
 */
async function runImport(parts: Parts, imports: readonly FileImport[], id: number, signal: AbortSignal) {
  const { db, clock, log } = parts
  const fail = (code: string, message: string) =>
    db.transaction(tx => failRun(tx, id, { code, message }, clock.now()))

  const started = await db.transaction(tx => beginRun(tx, id, clock.now()))
  if (!started) return
  const { nature, mode, dryRun, format, essais } = started
  const definition = imports.find(one => one.nature === nature)
  if (!definition) throw new Error(`Unknown kind of import: ${nature}`)
  if (essais > MAX_ATTEMPTS) return fail('erreur-interne', 'The import could not be carried out')
  try {
    const options = { signal, dryRun, upsert: mode === 'upsert', run: id }
    const answer = await withTemporaryFile(
      path => extractFile(db, id, path),
      path => definition.run({ path, format }, options),
    )
    await db.transaction(tx => endRun(tx, id, answer, clock.now()))
  } catch (error) {
    if (error instanceof Problem && error.code === CANCELLED.code) return
    if (isRefusal(error)) return fail(error.code, error.message)
    if (!signal.aborted) log.warn({ err: error, importation: id }, 'An import failed and will be retried')
    throw error
  }
}

/** The size of a stored part: small enough for the memory on both sides, large enough that a file has few parts. */
const PART_BYTES = 1024 * 1024

/** Returns the routes and the job for the imports of an area, which run at once or in the background. */
export function createImportRuns(
  parts: Parts,
  imports: readonly FileImport[],
  runs: Imports,
): { routes: FastifyPluginAsyncTypebox; job: Job } {
  const { db, clock, jobs } = parts
  const { area, rights } = runs
  const kind = jobKind<{ id: number }>(`${area}.import`)
  const stopping = new AbortController()
  // One import runs at a time, because it may take minutes and must leave workers for other jobs.
  const start = (tx: Parameters<typeof jobs.add>[0], id: number) =>
    jobs.add(tx, kind, { id }, { queue: kind.name })

  /** Stores an uploaded file and adds the job that imports it. */
  async function receive(
    nature: string,
    file: ReceivedFile,
    { upsert, dryRun, auteur }: BackgroundImportOptions,
  ) {
    const { size: octets } = await stat(file.path)
    const mode = upsert ? 'upsert' : 'create'
    const { format, name: nomFichier = null } = file
    return db.transaction(async tx => {
      const details = { domaine: area, nature, nomFichier, format, mode, dryRun, octets, auteur } as const
      const run = await insertRun(tx, details, clock.now())
      let rang = 0
      for await (const part of createReadStream(file.path, { highWaterMark: PART_BYTES }))
        await insertPart(tx, run.id, rang++, part as Buffer)
      await start(tx, run.id)
      return run
    })
  }

  return {
    job: job(kind, ({ id }) => runImport(parts, imports, id, stopping.signal)),

    routes: async app => {
      for (const { nature, ...route } of imports)
        await app.register(
          createImportRoute({
            ...{ ...route, rights, sent: 'form', status: 200 },
            receive: (file, options) => receive(nature, file, options),
          }),
        )
      // Imports stop before the process waits for its jobs; the next process restarts them.
      app.addHook('preClose', async () => stopping.abort(DISCONNECTED))
      await addRoutes(app, {}, createImportRunRoutes(parts, runs, start))
    },
  }
}
