import { type Sql, sql } from '../../../platform/database/sql.ts'
import { NUMBERS } from '../../words/place.ts'
import { queryOf, type Term } from '../term.ts'

/**
 * The words of a search. `literal` and `likely` narrow a beginning: to the word as it stands, and as it most likely goes on.
 * `wider`: more of the words that were asked for, the most first.
 */
export type Ranked = {
  terms: readonly Term[]
  literal?: readonly Term[]
  likely?: readonly Term[]
  wider?: readonly (readonly Term[])[]
}

/** Where matches were found: in name, brand and category, elsewhere, or in either. */
export type Stage = 'named' | 'mentioned' | 'anywhere'

/** What matches are ordered by; undefined where it is the same for all. */
type Signal = { name: string; worth: number; order: (stage: Stage, ranked: Ranked) => Sql | undefined }

const has = (query: string) => sql`nom @@ ${query}::tsquery desc`
const inText = (terms: readonly Term[]) => sql`texte @@ ${queryOf({ all: [...terms] })}::tsquery desc`
const are = (terms: readonly Term[]) => has(queryOf({ all: [...terms] }, { inIdentity: true }))

/**
 * The first that differs decides. Behind each, what NDCG at 10 of the judged searches loses without it: 0.936 with all
 * (`npm run bench -- relevance`). The first decides in a large shop, where it also chooses what is ranked at all.
 */
export const signals: Signal[] = [
  {
    worth: -0.001,
    name: 'the words say what it is',
    order: (stage, { literal }) => (stage !== 'mentioned' && literal ? are(literal) : undefined),
  },
  {
    worth: 0.022,
    name: 'all words in the name',
    order: (stage, { terms }) =>
      stage === 'mentioned' ? undefined : has(queryOf({ all: [...terms] }, { weight: 'A' })),
  },
  {
    worth: 0.013,
    name: 'the likeliest end',
    order: (stage, { likely }) => (stage !== 'mentioned' && likely ? are(likely) : undefined),
  },
  {
    worth: 0.002,
    name: 'any of the words in the name',
    order: (stage, { terms }) =>
      stage === 'anywhere' && terms.length > 1
        ? has(queryOf({ any: [...terms] }, { weight: 'A' }))
        : undefined,
  },
  {
    worth: 0.048,
    name: 'accessories last, then short names first',
    order: () => sql`rang / ${NUMBERS}::integer`,
  },
]

/**
 * Where some of the words were looked for, what has more of them comes first; what has them in name, brand and category
 * (`named`) before others. Between equals, the number that their ean makes decides.
 */
export const orderOf = (stage: Stage, ranked: Ranked) =>
  sql.join([
    ...(stage === 'anywhere' ? [...(ranked.wider ?? []).map(inText), sql`named desc`] : []),
    ...signals.flatMap(({ order }) => order(stage, ranked) ?? []),
    sql`rang % ${NUMBERS}::integer`,
    sql`id`,
  ])
