import { each, type Part, queryOfAll, type Term } from '../term.ts'

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

/** What puts products before others; undefined where it does not apply. */
type Signal = {
  name: string
  worth: number
  parts: (words: Ranked) => Part[] | undefined
}

/**
 * Products that have the first signal come first; of these and of the others, those that have the next one, and so on. With
 * each, what NDCG at 10 of the judged searches loses without it: 0.936 with all (`npm run bench -- relevance`). Between equals
 * their place decides (`words/place.ts`): accessories last, short names first.
 */
export const signals: Signal[] = [
  {
    worth: -0.001,
    name: 'the words say what it is',
    parts: ({ literal }) => literal && each(literal, 'being'),
  },
  {
    worth: 0.013,
    name: 'all words in the name, the likeliest end',
    parts: ({ likely, terms }) => likely && [...each(likely, 'being'), ...each(terms, 'named')],
  },
  { worth: 0.013, name: 'all words in the name', parts: ({ terms }) => each(terms, 'named') },
  {
    worth: 0.003,
    name: 'all words in name, brand and category',
    parts: ({ terms }) => each(terms, 'titled'),
  },
  {
    worth: 0.004,
    name: 'any of the words in the name',
    parts: ({ terms }) => (terms.length > 1 ? [{ term: { any: [...terms] }, place: 'named' }] : undefined),
  },
]

/** The column that is looked at, and the text of a tsquery. */
export type Order = readonly ['titre' | 'mots', string]

/**
 * What puts products first, the most important first: where some of the words were looked for, having more of them, then the
 * signals.
 */
export const ordersOf = (words: Ranked): Order[] => [
  ...(words.wider ?? []).map((terms): Order => ['mots', queryOfAll(each(terms, 'anywhere'))]),
  ...signals.flatMap(({ parts }): Order[] => {
    const wanted = parts(words)
    return wanted ? [['titre', queryOfAll(wanted)]] : []
  }),
]
