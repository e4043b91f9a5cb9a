import { plain } from '../../platform/text.ts'

/** The levels of a category path, as they are written. */
export const levelsOf = (path: string): string[] =>
  path
    .split(/[/>]/)
    .map(level => level.trim())
    .filter(level => level !== '')

/** What a category, or a path of them, is compared by. */
export const familyKey = (path: string) =>
  levelsOf(path)
    .map(level => plain(level))
    .join(' > ')
    .slice(0, 300)

/** A family among the words of a product: no word has a slash. */
export const familyWord = (path: string) => `/${familyKey(path)}`

/** What a path leads through: `Son`, `Son > Casques`, `Son > Casques > Sans fil`. */
export const pathsOf = (path: string): string[] =>
  levelsOf(path).map((_level, i, levels) => levels.slice(0, i + 1).join(' > '))

/** The families that a product with this category path is in: each level, and each path from the first level on. */
export const familiesOf = (path: string): string[] => [
  ...new Set([path, ...pathsOf(path), ...levelsOf(path)].map(familyWord)),
]
