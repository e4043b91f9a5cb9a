import { type Sql, sql } from '../../platform/database/sql.ts'
import { FIRST_ACCESSORY } from '../words/place.ts'
import { queryOf, type Term } from './term.ts'

/** The words of a search. `literal` and `likely` narrow the last of them: as it stands, and as it most likely goes on. */
export type Ranked = { terms: readonly Term[]; literal?: readonly Term[]; likely?: readonly Term[] }

/** What a match is ordered by, in a column of words; undefined where it says nothing of a search. */
type Signal = { name: string; order: (words: Sql, ranked: Ranked) => Sql | undefined }

const has = (words: Sql, query: string) => sql`${words} @@ ${query}::tsquery desc`
const are = (words: Sql, terms: readonly Term[]) =>
  has(words, queryOf({ all: [...terms] }, { inIdentity: true }))

export const signals: Signal[] = [
  { name: 'the words say what it is', order: (words, { terms }) => are(words, terms) },
  { name: 'the last word as it stands', order: (words, { literal }) => literal && are(words, literal) },
  {
    name: 'all words in the name',
    order: (words, { terms }) => has(words, queryOf({ all: [...terms] }, { weight: 'A' })),
  },
  { name: 'the likeliest end', order: (words, { likely }) => likely && are(words, likely) },
  { name: 'accessories last', order: () => sql`rang >= ${FIRST_ACCESSORY}::integer` },
  {
    name: 'ts_rank',
    order: (words, { terms }) => sql`ts_rank(${words}, ${queryOf({ any: [...terms] })}::tsquery, 1) desc`,
  },
]

/** The first signal that differs decides; between equals their place. */
export const orderOf = (words: Sql, ranked: Ranked) =>
  sql.join([...signals.flatMap(({ order }) => order(words, ranked) ?? []), sql`rang`, sql`id`])
