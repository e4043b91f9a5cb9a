import { LRUCache } from 'lru-cache'
import { levelsOf, normalizePath } from '../../platform/text.ts'
import { tokensOf } from './tokens.ts'

/** A parsed category path such as `Son > Casques`. */
type Category = {
  /** The normalized form: `son > casques`. */
  key: string
  /** The levels in their written form. */
  levels: string[]
  tokens: string[]
  /** Each path from the first level on, with its term: `Son`, `Son > Casques`, `Son > Casques > Sans fil`. */
  paths: { path: string; term: string }[]
  /** The terms of its families: each level, and each path from the first level on. */
  families: string[]
}

/** Returns the term of a family. A slash distinguishes it from words. */
export const familyTerm = (path: string) => `/${normalizePath(path)}`

function parseCategory(path: string): Category {
  const levels = levelsOf(path)
  const paths = levels
    .map((_level, i) => levels.slice(0, i + 1).join(' > '))
    .map(each => ({ path: each, term: familyTerm(each) }))
  const families = [familyTerm(path), ...paths.map(({ term }) => term), ...levels.map(familyTerm)]
  return { key: normalizePath(path), levels, tokens: tokensOf(path), paths, families: [...new Set(families)] }
}

/** A cache, because thousands of products share a category: parsing a hundred paths took 40 ms. */
const categories = new LRUCache<string, Category>({ max: 10_000, memoMethod: parseCategory })

export const categoryOf = (path: string): Category => categories.memo(path)
