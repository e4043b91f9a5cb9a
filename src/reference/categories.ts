import { LRUCache } from 'lru-cache'
import { levelsOf, plain } from '../platform/text.ts'

/** Categories that are listed even if they have no products. */
export const STANDARD_CATEGORIES = ['informatique', 'telephonie', 'accessoires', 'gaming'] as const

/** Longer keys are truncated, because keys are indexed and an index entry has a maximum size. */
const MAX_KEY_LENGTH = 300

/** Returns the normalized form of a category or a path: lower case without accents, ` > ` between levels, truncated. */
export const categoryKey = (path: string) => levelsOf(path).map(plain).join(' > ').slice(0, MAX_KEY_LENGTH)

function readPath(path: string): ReadonlyMap<string, string> {
  const names = new Map([[categoryKey(path), path]])
  for (const level of levelsOf(path)) names.set(categoryKey(level), level)
  names.delete('')
  return names
}

/**
 * A shop has few paths and many products in each. The cache saves 5 of the 50 microseconds that an imported product may
 * take.
 */
const read = new LRUCache<string, ReadonlyMap<string, string>>({ max: 2_000, memoMethod: readPath })

/** Returns the names of the categories of a product with this path, by key: each level and the whole path. */
export const categoriesOf = (path: string): ReadonlyMap<string, string> => read.memo(path)
