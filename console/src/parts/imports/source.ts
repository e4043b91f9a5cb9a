import { answerOf, api, type Shapes } from '../../api/client.ts'
import type { ExportSource } from '../exports/read-all.ts'

export type ImportRun = Shapes['Importation']
export type ImportRunInFull = Shapes['ImportationEnDetail']

/** A kind of data that a file may contain. */
export type Kind = {
  nature: string
  label: string
  /** Path of the route that imports it. */
  path: string
  /** Headers of its template. */
  headers: readonly string[]
  /** Headers without which no line creates a record. */
  required: readonly string[]
  /** The existing records, which can be exported in the columns of the template. */
  existing?: ExportSource<object>
  /** Whether the user chooses between rejecting and updating existing records; if not, they are always updated. */
  hasModes: boolean
  /** The list that shows the records of an import. */
  list?: { path: string; label: (count: string) => string }
}

/** Imports of one area of the platform. */
export type ImportSource = {
  name: string
  kinds: readonly Kind[]
  list(page: number): Promise<{ data: ImportRun[]; total: number; limit: number }>
  get(id: number): Promise<ImportRunInFull>
  keep(id: number): Promise<ImportRun>
  giveUp(id: number): Promise<ImportRun>
  readRefused(id: number): Promise<Shapes['LignesRefusees']>
  /** Data that an import changes, by the first element of its query keys. */
  changes: readonly string[]
}

type Path = '/api/v1/privee/imports' | '/api/v1/privee/stocks/imports' | '/api/v1/privee/clients/imports'

/** The calls for the imports that an area lists at a path. */
export const importCalls = (path: Path) => ({
  list: (page: number) => answerOf(api.GET(path, { params: { query: { page, limit: 20 } } })),
  get: (id: number) => answerOf(api.GET(`${path}/{id}`, { params: { path: { id } } })),
  keep: (id: number) =>
    answerOf(api.PATCH(`${path}/{id}`, { params: { path: { id } }, body: { dryRun: false } })),
  giveUp: (id: number) => answerOf(api.DELETE(`${path}/{id}`, { params: { path: { id } } })),
  readRefused: (id: number) =>
    answerOf(api.GET(`${path}/{id}/lignes-refusees`, { params: { path: { id } } })),
})

export const labelOf = ({ kinds }: ImportSource, nature: string) =>
  kinds.find(kind => kind.nature === nature)?.label ?? nature
