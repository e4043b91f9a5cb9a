import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Platform } from '../../area.ts'
import type { Right } from '../../http/rights.ts'
import { type Job, job, jobKind } from '../../jobs/job.ts'
import type { LaidDown } from '../../uploads/temporary-file.ts'
import { GONE } from '../import.ts'
import { runRoutes } from './routes.ts'
import { runImport, type TakeFile } from './run-import.ts'
import type { ImportRun } from './schemas.ts'
import { insertPart, insertRun } from './store.ts'

type Parts = Pick<Platform, 'db' | 'clock' | 'jobs' | 'log'>

/** What an import that goes on by itself is told of its file. */
export type Received = { upsert: boolean; dryRun: boolean; auteur: string | null }

/** The imports of one area that go on by themselves. */
export type ImportRuns = {
  routes: FastifyPluginAsyncTypebox
  job: Job
  /** Keeps a file that has come, to be taken in by a job. */
  receive(nature: string, file: LaidDown, options: Received): Promise<ImportRun>
}

type What = {
  area: string
  /** Where its imports are listed. */
  path: string
  rights: readonly Right[]
  /** What their operations are called: `listImports` for `Imports`. */
  name: string
  takeFileOf(nature: string): TakeFile | undefined
}

/** A row of the table: small enough to be held in memory by both sides, large enough that a file has few. */
const PART = 1024 * 1024

export function createImportRuns(parts: Parts, { area, path, rights, name, takeFileOf }: What): ImportRuns {
  const { db, clock, jobs } = parts
  const kind = jobKind<{ id: number }>(`${area}.import`)
  const stopping = new AbortController()
  // One after another: an import of minutes must leave room for the jobs of others.
  const start = (tx: Parameters<typeof jobs.add>[0], id: number) =>
    jobs.add(tx, kind, { id }, { queue: kind.name })

  return {
    job: job(kind, ({ id }) => runImport(parts, takeFileOf, id, stopping.signal)),

    async receive(nature, file, { upsert, dryRun, auteur }) {
      const { size: octets } = await stat(file.path)
      const mode = upsert ? 'upsert' : 'create'
      const { format, name: nomFichier = null } = file
      return db.transaction(async tx => {
        const told = { domaine: area, nature, nomFichier, format, mode, dryRun, octets, auteur } as const
        const run = await insertRun(tx, told, clock.now())
        let rang = 0
        for await (const part of createReadStream(file.path, { highWaterMark: PART }))
          await insertPart(tx, run.id, rang++, part as Buffer)
        await start(tx, run.id)
        return run
      })
    },

    routes: async app => {
      // What runs here is left to the next process before this one waits for its jobs.
      app.addHook('preClose', async () => stopping.abort(GONE))
      await app.register(runRoutes({ db, clock }, { area, path, rights, name, start }))
    },
  }
}
