import Type, { type Static } from 'typebox'
import { Shape } from '../http/pages.ts'
import type { Refusal, Report } from './import.ts'

/** All bad lines are counted; so many are told, so that the answer to a file without end has one. */
const MOST_ERRORS = 10_000

export const ImportAnswer = Shape('ResultatImport', {
  succes: Type.Boolean({ description: 'Whether no line failed' }),
  created: Type.Integer({ description: 'Lines taken in' }),
  failed: Type.Integer(),
  errors: Type.Array(Type.Object({ line: Type.Integer(), error: Type.String() }), {
    description: `By line, from 1; the first ${MOST_ERRORS}`,
  }),
})
export type ImportAnswer = Static<typeof ImportAnswer>

/** Counts what is kept, and tells of each line that is not what is wrong with it. */
export function lineReport(): Report<'created', ImportAnswer> {
  let created = 0
  let failed = 0
  const errors: ImportAnswer['errors'] = []
  return {
    kept: kept => {
      created += kept.length
    },
    refused: ({ error }: Refusal, line) => {
      if (++failed <= MOST_ERRORS) errors.push({ line, error })
    },
    answer: () => ({
      succes: failed === 0,
      created,
      failed,
      errors: errors.sort((a, b) => a.line - b.line),
    }),
  }
}
