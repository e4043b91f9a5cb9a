import Type, { type Static, type TSchema } from 'typebox'
import type { Tx } from '../database/database.ts'
import { Shape } from '../http/pages.ts'
import { Problem } from '../problem.ts'

/** Nothing is kept for a caller who does not wait for the answer. */
export const GONE = new Problem(499, 'appelant-parti', 'The caller has gone')

/** Somebody has given it up who may. */
export const CANCELLED = new Problem(409, 'importation-abandonnee', 'The import was cancelled')

export type ImportOptions = {
  /** Aborted when the caller has gone. */
  signal: AbortSignal
  /** Everything is done, and nothing is kept. */
  dryRun: boolean
  /** The id of an import that goes on by itself: how far it has got is noted there. */
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
  /** The item that an element of the file makes. */
  read(element: unknown): Item | Refusal
  /** Rejections by other areas, by position: called outside transactions, so for `each batch` alone. */
  check?(items: readonly Item[]): Promise<(Refusal | undefined)[]>
  /** The first act of the transaction of a `whole file`; false: not now, another import has the turn. */
  begin?(tx: Tx): Promise<boolean>
  /** Keeps the items; what became of each, by position. */
  store(tx: Tx, items: readonly Item[], now: Date): Promise<readonly (Stored | Refusal)[]>
  /** The last act of the transaction of a `whole file`. */
  finish?(tx: Tx): Promise<unknown>
}

/** Collects the outcomes of lines for the answer. */
export type Report<Stored, Answer> = {
  kept(kept: readonly Stored[]): void
  refused(refusal: Refusal, line: number): void
  answer(): Answer
}

/** The definition of an import. */
export type Import<Item, Stored, Answer> = {
  /** Elements that are kept with one statement or a few. */
  batch: number
  /**
   * `whole file`: all of it is kept in one transaction, or nothing. `each batch`: the file is read to its end first, and
   * then each batch is a transaction of its own, so that no row stays locked for long.
   */
  transaction: 'whole file' | 'each batch'
  /** The schema of a line; it also types the cells of a CSV file. */
  shape: TSchema
  /** The member of the file's object that is the array, where it is JSON, and what is said when it is not there; absent: the file is it. */
  member?: { name: string; missing: Problem }
  /** Opened anew when the file has to be read anew. */
  open(): Intake<Item, Stored>
  report(): Report<Stored, Answer>
  /** Notes what came of a `whole file`, in its transaction. */
  end?: ((tx: Tx, answer: Answer) => Promise<unknown>) | undefined
}

/** The number of reported errors, so that the answer is bounded. All failed lines are counted. */
const MOST_ERRORS = 10_000

export const ImportAnswer = Shape('ResultatImport', {
  succes: Type.Boolean({ description: 'Whether no line failed' }),
  created: Type.Integer({ description: 'Lines taken in; with `mode=upsert` those that made something new' }),
  updated: Type.Optional(
    Type.Integer({ description: 'With `mode=upsert`: lines that changed what was there' }),
  ),
  unchanged: Type.Optional(
    Type.Integer({ description: 'With `mode=upsert`: lines that said what was there' }),
  ),
  failed: Type.Integer(),
  errors: Type.Array(Type.Object({ line: Type.Integer(), error: Type.String() }), {
    description: `By line, from 1; the first ${MOST_ERRORS}`,
  }),
})
export type ImportAnswer = Static<typeof ImportAnswer>

export type Outcome = 'created' | 'updated' | 'unchanged'

/** Counts imported lines and reports the error of each failed one. `updates`: lines may change existing rows. */
export function lineReport(updates = false): Report<Outcome, ImportAnswer> {
  const counts = { created: 0, updated: 0, unchanged: 0 }
  let failed = 0
  const errors: ImportAnswer['errors'] = []
  return {
    kept: kept => {
      for (const outcome of kept) counts[outcome]++
    },
    refused: ({ error }: Refusal, line) => {
      if (++failed <= MOST_ERRORS) errors.push({ line, error })
    },
    answer: () => ({
      succes: failed === 0,
      ...(updates ? counts : { created: counts.created }),
      failed,
      errors: errors.sort((a, b) => a.line - b.line),
    }),
  }
}
