import Type, { type Static, type TSchema } from 'typebox'
import type { Tx } from '../database/database.ts'
import { Shape } from '../http/pages.ts'
import { Problem } from '../problem.ts'
import type { Headers } from './cells.ts'
import { Columns, PreviewLine } from './preview.ts'

/** The abort reason if the caller disconnects before the response, or if the process of a background import stops. */
export const DISCONNECTED = new Problem(499, 'appelant-parti', 'The caller has disconnected')

/** The abort reason if an authorized caller cancels the import. */
export const CANCELLED = new Problem(409, 'importation-abandonnee', 'The import was cancelled')

export type ImportOptions = {
  /** Aborts when the caller disconnects; in the background, when the process stops or the import is cancelled. */
  signal: AbortSignal
  /** Rolls back every transaction of the import, so that nothing is stored. */
  dryRun: boolean
  /** The id of a background import, under which its progress is recorded. */
  run?: number
}

/** The reason for which a line is rejected. */
export class Refusal {
  readonly error: string

  constructor(error: string) {
    this.error = error
  }
}

/** Imports the lines of one file. */
export type Intake<Item, Stored> = {
  /** Converts an element of the file to an item, or rejects it. */
  read(element: unknown): Item | Refusal
  /**
   * Completes or rejects items with data of other areas, by position. Runs outside transactions, so it requires `each
   * batch`.
   */
  prepare?(items: readonly Item[]): Promise<(Item | Refusal)[]>
  /**
   * Runs at the start of the transaction of a `whole file`. If it returns false, because another import is running, the
   * import tries again later.
   */
  begin?(tx: Tx): Promise<boolean>
  /** Stores the items and returns the outcome of each, by position. `lines` are their lines in the file. */
  store(
    tx: Tx,
    items: readonly Item[],
    now: Date,
    lines: readonly number[],
  ): Promise<readonly (Stored | Refusal)[]>
  /** Returns what is probably wrong with a stored item. */
  findWarnings?: ((item: Item) => readonly string[]) | undefined
  /** Runs at the end of the transaction of a `whole file`. */
  finish?(tx: Tx): Promise<unknown>
}

/** The header and the text of the cell that an error concerns, if known. */
type Cell = { column?: string; value?: string }
type Preview = Pick<ImportAnswer, 'columns' | 'preview'>

/** Collects the outcomes of lines for the response. */
export type Report<Stored, Answer> = {
  kept(kept: readonly Stored[]): void
  refused(refusal: Refusal, line: number, cell: Cell): void
  warned?(warning: string, line: number): void
  /** `unknownFields`: the columns of a CSV file or fields of JSON elements that the import ignored. */
  answer(unknownFields: string[], preview: Preview): Answer
}

/** The definition of an import. */
export type Import<Item, Stored, Answer> = {
  /** The number of elements in a batch, which is stored with one or a few statements. */
  batch: number
  /**
   * `whole file`: one transaction stores everything, or nothing. `each batch`: the file is first read to its end for
   * validation, then each batch is stored in a separate transaction, so that no row stays locked for long.
   */
  transaction: 'whole file' | 'each batch'
  /** The schema of a line; it also types the cells of a CSV file. */
  shape: TSchema
  /** Further headers of CSV files. */
  headers?: Headers
  /** The member of a JSON file that contains the array, and the error if it is missing; absent if the file is the array. */
  member?: { name: string; missing: Problem }
  /** Creates the intake of the lines; called again if the transaction is repeated. */
  open(): Intake<Item, Stored>
  report(): Report<Stored, Answer>
  /** Records the result of a `whole file` in its transaction. */
  end?: ((tx: Tx, answer: Answer) => Promise<unknown>) | undefined
}

/** The maximum number of reported errors and of warnings, which limits the response. All such lines are counted. */
const MAX_ERRORS = 10_000

const Line = Type.Integer({
  description: 'Line of a CSV file, header included; element of a JSON array, from 1',
})

export const UnknownFields = Type.Array(Type.String(), {
  description: 'Columns or fields of the file that are unknown and were ignored; the first 100',
})

export const ImportAnswer = Shape('ResultatImport', {
  succes: Type.Boolean({ description: 'Whether every line succeeded' }),
  created: Type.Integer({
    description: 'Number of lines that created a record',
  }),
  updated: Type.Optional(
    Type.Integer({
      description:
        'Number of lines that changed an existing record; absent if the import only creates records',
    }),
  ),
  unchanged: Type.Optional(
    Type.Integer({
      description: 'Number of lines equal to an existing record; absent if the import only creates records',
    }),
  ),
  failed: Type.Integer(),
  warned: Type.Integer({ description: 'Number of warnings' }),
  errors: Type.Array(
    Type.Object({
      line: Line,
      error: Type.String(),
      column: Type.Optional(Type.String({ description: 'Header of the CSV column that has the error' })),
      value: Type.Optional(Type.String({ description: 'Text of its cell' })),
    }),
    { description: `By line; the first ${MAX_ERRORS}` },
  ),
  warnings: Type.Array(Type.Object({ line: Line, warning: Type.String() }), {
    description: `Imported lines that are probably wrong, by line; the first ${MAX_ERRORS}`,
  }),
  unknownFields: UnknownFields,
  columns: Type.Optional(Columns),
  preview: Type.Optional(
    Type.Array(PreviewLine, { description: 'The first ten lines of a dry run, as understood' }),
  ),
})
export type ImportAnswer = Static<typeof ImportAnswer>

/** `before`: the former values of the fields that a line changes. */
export type Outcome = 'created' | 'updated' | 'unchanged' | { before: object }

/** Counts imported lines and reports the error of each failed one. `updates`: lines may change existing rows. */
export function createLineReport(updates = false): Report<Outcome, ImportAnswer> {
  const counts = { created: 0, updated: 0, unchanged: 0 }
  let failed = 0
  let warned = 0
  const errors: ImportAnswer['errors'] = []
  const warnings: ImportAnswer['warnings'] = []
  return {
    kept: kept => {
      for (const outcome of kept) counts[typeof outcome === 'string' ? outcome : 'updated']++
    },
    refused: ({ error }: Refusal, line, cell) => {
      if (++failed <= MAX_ERRORS) errors.push({ line, error, ...cell })
    },
    warned: (warning, line) => {
      if (++warned <= MAX_ERRORS) warnings.push({ line, warning })
    },
    answer: (unknownFields, preview) => ({
      succes: failed === 0,
      ...(updates ? counts : { created: counts.created }),
      ...{ failed, warned },
      errors: errors.sort((a, b) => a.line - b.line),
      ...{ warnings, unknownFields, ...preview },
    }),
  }
}
