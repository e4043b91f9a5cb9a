import { LRUCache } from 'lru-cache'
import { plain } from '../platform/text.ts'

/** Categories that are always there, whether or not a product is in them. */
export const STANDARD_CATEGORIES = ['informatique', 'telephonie', 'accessoires', 'gaming'] as const

/** A key stands in indexes, whose entries are bounded. */
const LONGEST_KEY = 300

const levelsOf = (path: string) =>
  path
    .split(/[/>]/)
    .map(level => level.trim())
    .filter(level => level !== '')

/** The key by which categories and paths of them are compared: without case and accents, `/` and `>` alike. */
export const categoryKey = (path: string) => levelsOf(path).map(plain).join(' > ').slice(0, LONGEST_KEY)

function readPath(path: string): ReadonlyMap<string, string> {
  const names = new Map([[categoryKey(path), path]])
  for (const level of levelsOf(path)) names.set(categoryKey(level), level)
  names.delete('')
  return names
}

/** A shop has few paths and many products in each: 5 microseconds of the 50 that an imported product may take. */
const read = new LRUCache<string, ReadonlyMap<string, string>>({ max: 2_000, memoMethod: readPath })

/** The categories that a product with this path is in, by key: each level and the whole path. */
export const categoriesOf = (path: string): ReadonlyMap<string, string> => read.memo(path)
