import type { Shapes } from '../../api/client.ts'

export type ImportRun = Shapes['Importation']
export type ImportRunInFull = Shapes['ImportationEnDetail']

/** What a file may hold. */
export type Kind = {
  nature: string
  label: string
  /** Where it is sent. */
  path: string
  columns: string
  /** Whether what is there can be updated; else it always is. */
  hasModes: boolean
}

/** Imports of one area of the platform. */
export type ImportSource = {
  name: string
  kinds: readonly Kind[]
  list(page: number): Promise<{ data: ImportRun[]; total: number; limit: number }>
  get(id: number): Promise<ImportRunInFull>
  keep(id: number): Promise<ImportRun>
  giveUp(id: number): Promise<ImportRun>
  /** What an import has changed, by the first word of its query's key. */
  changes: readonly string[]
}

export const labelOf = ({ kinds }: ImportSource, nature: string) =>
  kinds.find(kind => kind.nature === nature)?.label ?? nature
