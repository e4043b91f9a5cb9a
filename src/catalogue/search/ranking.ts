import { type Sql, sql } from '../../platform/database/sql.ts'
import { NUMBERS } from '../words/place.ts'
import { queryOf, type Term } from './term.ts'

/** The words of a search. `literal` and `likely` narrow a beginning: to the word as it stands, and as it most likely goes on. */
export type Ranked = { terms: readonly Term[]; literal?: readonly Term[]; likely?: readonly Term[] }

/** Where matches were found: in name, brand and category, or elsewhere. */
export type Stage = 'named' | 'mentioned'

/** What matches are ordered by; undefined where it is the same for all. */
type Signal = { name: string; order: (stage: Stage, ranked: Ranked) => Sql | undefined }

const has = (query: string) => sql`nom @@ ${query}::tsquery desc`
const are = (terms: readonly Term[]) => has(queryOf({ all: [...terms] }, { inIdentity: true }))

/** The first that differs decides. What each is worth is measured: bench/results/relevance.md. */
export const signals: Signal[] = [
  {
    name: 'the words say what it is',
    order: (stage, { literal }) => (stage !== 'mentioned' && literal ? are(literal) : undefined),
  },
  {
    name: 'all words in the name',
    order: (stage, { terms }) =>
      stage === 'mentioned' ? undefined : has(queryOf({ all: [...terms] }, { weight: 'A' })),
  },
  {
    name: 'the likeliest end',
    order: (stage, { likely }) => (stage !== 'mentioned' && likely ? are(likely) : undefined),
  },
  {
    name: 'more of the words in the name',
    order: (stage, { terms }) =>
      stage === 'mentioned' && terms.length > 1
        ? sql`ts_rank(texte, ${queryOf({ any: [...terms] })}::tsquery, 1) desc`
        : undefined,
  },
  { name: 'accessories last, then short names first', order: () => sql`rang / ${NUMBERS}::integer` },
]

/** Between equals, the number that their ean makes decides. */
export const orderOf = (stage: Stage, ranked: Ranked) =>
  sql.join([
    ...signals.flatMap(({ order }) => order(stage, ranked) ?? []),
    sql`rang % ${NUMBERS}::integer`,
    sql`id`,
  ])
