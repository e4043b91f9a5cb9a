import { LRUCache } from 'lru-cache'
import { levelsOf, normalizePath } from '../platform/text.ts'

/** Categories that are listed even if they have no products. */
export const STANDARD_CATEGORIES = ['informatique', 'telephonie', 'accessoires', 'gaming'] as const

function readPath(path: string): ReadonlyMap<string, string> {
  const names = new Map([[normalizePath(path), path]])
  for (const level of levelsOf(path)) names.set(normalizePath(level), level)
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
