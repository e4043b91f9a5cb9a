/**
 * How much a word says about a product: it stands in its text, in its title (name, brand or category), in its name, or says
 * what the product is. The heavier weights are stored as prefixes of the word; no word begins with one. A family begins with
 * a slash.
 */
export const WEIGHTS = { text: '', title: '+', name: '*', identity: '=' } as const
export type Weight = keyof typeof WEIGHTS

const withWeight = (weight: Weight) => (word: string) => `${WEIGHTS[weight]}${word}`

/** The words of a product. `name` is a part of `title`. */
type ProductWords = {
  families: string[]
  identity: string[]
  name: string[]
  title: string[]
  text: string[]
}

export const weightedTerms = ({ families, identity, name, title, text }: ProductWords): string[] => [
  ...new Set([
    ...families,
    ...identity.map(withWeight('identity')),
    ...name.map(withWeight('name')),
    ...title.map(withWeight('title')),
    ...title,
    ...text,
  ]),
]

/** Whether a term orders results, rather than finding them. */
export const isWeighted = (term: string) => /^[+*=]/.test(term)

export const isFamily = (term: string) => term.startsWith('/')

/** Whether a term is a word that people may misspell. */
export const isWord = (term: string) => !/^[/=]/.test(term)

/** The word whose counts a term is part of; undefined where it is part of none. */
export function countedAs(term: string): { mot: string; inTitle: boolean; anywhere: boolean } | undefined {
  if (term.startsWith(WEIGHTS.name)) return undefined
  if (term.startsWith(WEIGHTS.title)) return { mot: term.slice(1), inTitle: true, anywhere: false }
  const isBoth = isFamily(term) || term.startsWith(WEIGHTS.identity)
  return { mot: term, inTitle: isBoth, anywhere: true }
}

/** A word as tsvector and tsquery write it. */
export const lexeme = (word: string) =>
  /['\\]/.test(word) ? `'${word.replaceAll(/['\\]/g, found => found + found)}'` : `'${word}'`

/**
 * A tsvector, as text. PostgreSQL's parser is not used, so that a query is split into words exactly as the products are.
 */
export const vectorOf = (words: readonly string[]) => words.map(lexeme).join(' ')
