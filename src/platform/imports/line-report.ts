import Type, { type Static } from 'typebox'
import { Shape } from '../http/pages.ts'
import type { Refusal, Report } from './import.ts'

/** All bad lines are counted; so many are told, so that the answer to a file without end has one. */
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

/** Counts what is kept, and tells of each line that is not what is wrong with it. `updates`: lines may change what is there. */
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
