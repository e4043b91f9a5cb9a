import { plain } from '../../platform/text.ts'

/** The levels of a category path, as they are written. */
export const levelsOf = (path: string): string[] =>
  path
    .split(/[/>]/)
    .map(level => level.trim())
    .filter(level => level !== '')

/** The comparable form of a category path: `son > casques`. */
export const familyKey = (path: string) =>
  levelsOf(path)
    .map(level => plain(level))
    .join(' > ')
    .slice(0, 300)

/** A family among the terms of a product: no word contains a slash. */
export const familyTerm = (path: string) => `/${familyKey(path)}`

/** Each path from the first level on: `Son`, `Son > Casques`, `Son > Casques > Sans fil`. */
export const pathsOf = (path: string): string[] =>
  levelsOf(path).map((_level, i, levels) => levels.slice(0, i + 1).join(' > '))

/** The families of a product with this category path: each level, and each path from the first level on. */
export const familiesOf = (path: string): string[] => [
  ...new Set([path, ...pathsOf(path), ...levelsOf(path)].map(familyTerm)),
]
