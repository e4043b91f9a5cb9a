/**
 * The weight of a word for a product: the word occurs in its text, in its title (name, brand or category) or in its name,
 * or names the kind of product. All weights except `text` are stored before the word as a character that no word begins
 * with. Families are terms too and begin with a slash.
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

export const weightTerms = ({ families, identity, name, title, text }: ProductWords): string[] => [
  ...new Set([
    ...families,
    ...identity.map(withWeight('identity')),
    ...name.map(withWeight('name')),
    ...title.map(withWeight('title')),
    ...title,
    ...text,
  ]),
]

/** Whether a term ranks results instead of finding them. */
export const isWeighted = (term: string) => /^[+*=]/.test(term)

export const isFamily = (term: string) => term.startsWith('/')

/** Whether the word of a count is one that people may misspell: neither a family nor the kind of a product. */
export const isWord = (term: string) => !/^[/=]/.test(term)

/** Returns the word in whose counts a term is included, and in which of the two counts; undefined if in none. */
export function countedAs(term: string): { mot: string; inTitle: boolean; anywhere: boolean } | undefined {
  if (term.startsWith(WEIGHTS.name)) return undefined
  if (term.startsWith(WEIGHTS.title)) return { mot: term.slice(1), inTitle: true, anywhere: false }
  const isBoth = isFamily(term) || term.startsWith(WEIGHTS.identity)
  return { mot: term, inTitle: isBoth, anywhere: true }
}

/** Quotes a word for a tsvector or a tsquery. */
export const quoteLexeme = (word: string) =>
  /['\\]/.test(word) ? `'${word.replaceAll(/['\\]/g, found => found + found)}'` : `'${word}'`

/**
 * Returns a tsvector as text. PostgreSQL's parser is not used, so that searches are split into words exactly like products.
 */
export const vectorOf = (words: readonly string[]) => words.map(quoteLexeme).join(' ')
