import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Platform } from '../../area.ts'
import type { Tx } from '../../database/database.ts'
import { pageOf } from '../../http/pages.ts'
import type { Right } from '../../http/rights.ts'
import { Problem, problems } from '../../problem.ts'
import { readRecords } from '../../uploads/csv-records.ts'
import { withTemporaryFile } from '../../uploads/temporary-file.ts'
import {
  ImportRun,
  ImportRunChange,
  ImportRunInFull,
  ImportRunPage,
  ImportRunRef,
  ImportRunSearch,
  RefusedLines,
} from './schemas.ts'
import { cancelRun, commitDryRun, countRuns, extractFile, findRun, isCsvStored, listRuns } from './store.ts'

/** The imports of one area. */
export type Imports = {
  area: string
  /** The path of the list of imports. */
  path: string
  rights: readonly Right[]
  /** The suffix of their operation names: `listImports` for `Imports`. */
  name: string
}

const unknown = (id: number) => new Problem(404, 'importation-inconnue', `Import with id ${id} not found`)
const BATCH = 1_000

const ended = (id: number) =>
  new Problem(409, 'statut-incompatible', `Import ${id} has ended, and its file is no longer kept`)

/** Reads the header of a CSV file, and the cells of these lines. */
async function readLines(path: string, wanted: ReadonlySet<number>) {
  let titres: string[] = []
  const lignes: { ligne: number; cellules: string[] }[] = []
  const readHeader = (header: readonly string[]) => {
    titres = [...header]
    return () => undefined
  }
  for await (const { lines, cells = [] } of readRecords(path, BATCH, readHeader))
    for (const [i, ligne] of lines.entries())
      if (wanted.has(ligne)) lignes.push({ ligne, cellules: [...(cells[i] ?? [])] })
  return { titres, lignes }
}

/** Routes to list, read, apply and cancel the background imports of an area. */
export const createImportRunRoutes =
  (
    { db, clock }: Pick<Platform, 'db' | 'clock'>,
    { area, path, rights, name }: Imports,
    start: (tx: Tx, id: number) => Promise<unknown>,
  ): FastifyPluginAsyncTypebox =>
  async app => {
    const config = { access: 'internal', rights } as const
    const one = name.replace(/s$/, '')

    async function found(id: number) {
      const run = await findRun(db, area, id)
      if (!run) throw unknown(id)
      return run
    }

    app.get(path, {
      config,
      schema: {
        operationId: `list${name}`,
        summary: 'List background imports',
        description: 'Lists the background imports of the last 30 days, newest first.',
        querystring: ImportRunSearch,
        response: { 200: ImportRunPage, ...problems(400) },
      },
      handler: ({ query }) => pageOf(query, listRuns(db, area, query), countRuns(db, area)),
    })

    app.get(`${path}/:id`, {
      config: { ...config, errors: ['importation-inconnue'] },
      schema: {
        operationId: `get${one}`,
        summary: 'Read a background import',
        description: 'Answers with the progress or the result of the import, and with the lines that failed.',
        params: ImportRunRef,
        response: { 200: ImportRunInFull, ...problems(400, 404) },
      },
      handler: ({ params: { id } }) => found(id),
    })

    app.get(`${path}/:id/lignes-refusees`, {
      config: { ...config, errors: ['importation-inconnue', 'statut-incompatible'] },
      schema: {
        operationId: `listRefusedLinesOf${one}`,
        summary: 'Read the refused lines of a CSV file',
        description:
          'Answers with the cells of the lines in `erreurs`, so that they can be corrected and imported. The file is stored for a day.',
        params: ImportRunRef,
        response: { 200: RefusedLines, ...problems(400, 404, 409) },
      },
      handler: async ({ params: { id } }) => {
        const { erreurs } = await found(id)
        if (!(await isCsvStored(db, id))) throw ended(id)
        const wanted = new Set(erreurs.map(({ line }) => line))
        return withTemporaryFile(
          file => extractFile(db, id, file),
          file => readLines(file, wanted),
        )
      },
    })

    app.patch(`${path}/:id`, {
      config: { ...config, errors: ['importation-inconnue', 'statut-incompatible'] },
      schema: {
        operationId: `keep${one}`,
        summary: 'Apply a tried import',
        description: 'Imports the file of a `dryRun` for good. The file is stored for a day.',
        params: ImportRunRef,
        body: ImportRunChange,
        response: { 200: ImportRun, ...problems(400, 404, 409) },
      },
      handler: async ({ params: { id } }) => {
        const restarted = await db.transaction(async tx => {
          const run = await commitDryRun(tx, area, id)
          if (run) await start(tx, id)
          return run
        })
        if (restarted) return restarted
        await found(id)
        throw ended(id)
      },
    })

    app.delete(`${path}/:id`, {
      config: { ...config, errors: ['importation-inconnue', 'statut-incompatible'] },
      schema: {
        operationId: `giveUp${one}`,
        summary: 'Cancel a background import',
        description: 'Cancels an import that has not ended.',
        params: ImportRunRef,
        response: { 200: ImportRun, ...problems(400, 404, 409) },
      },
      handler: async ({ params: { id } }) => {
        const cancelled = await db.transaction(tx => cancelRun(tx, area, id, clock.now()))
        if (cancelled) return cancelled
        await found(id)
        throw ended(id)
      },
    })
  }
