/** A word as tsvector and tsquery write it. */
export const lexeme = (word: string) =>
  /['\\]/.test(word) ? `'${word.replaceAll(/['\\]/g, found => found + found)}'` : `'${word}'`

/**
 * A tsvector, as text. Its words are ours, not those of PostgreSQL's parser, so that a query is cut exactly as the products
 * are.
 */
export const vectorOf = (words: readonly string[]) => words.map(lexeme).join(' ')
