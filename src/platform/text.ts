/** Letters without a Unicode decomposition, with the same replacements as the database function `plain()`. */
const LETTERS: Record<string, string> = {
  ...{ œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
}
const unaccented = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[œæßøłđðþı]/g, letter => LETTERS[letter] ?? letter)

/** Returns the text in lower case without accents, as searches compare it. */
export const plain = (text: string) => (/[^\0-\x7f]/.test(text) ? unaccented(text) : text.toLowerCase())

/**
 * Removes the slashes at the end of an address. A match starts only at the first slash of a run, so it takes linear time.
 */
export const withoutFinalSlashes = (address: string) => address.replace(/(?<!\/)\/+$/, '')

/** Returns the levels of a path such as `Son > Casques`, in which `/` and `>` are equivalent separators. */
export const levelsOf = (path: string): string[] =>
  path
    .split(/[/>]/)
    .map(level => level.trim())
    .filter(level => level !== '')

/** Longer paths are truncated, because an index limits the size of its entries. */
const MAX_PATH_LENGTH = 300

/** Returns the normalized form of a path: lower case without accents, ` > ` between levels, truncated. */
export const normalizePath = (path: string) => levelsOf(path).map(plain).join(' > ').slice(0, MAX_PATH_LENGTH)

/** Longer words are truncated, because an index limits the size of its entries. */
const MAX_WORD_LENGTH = 40

/** Returns the words of a text as searches compare them: without accents, case or punctuation. */
export function wordsOf(text: string | null | undefined): string[] {
  const letters = plain(text ?? '')
  // For ASCII text, a pattern without Unicode classes finds the words in a third of the time.
  const words = letters.match(/[^\0-\x7f]/.test(letters) ? /[\p{L}\p{N}]+/gu : /[a-z0-9]+/g) ?? []
  return words.map(word => (word.length > MAX_WORD_LENGTH ? word.slice(0, MAX_WORD_LENGTH) : word))
}

const LOCAL = "[\\p{L}\\p{M}\\p{Nd}!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[\\p{L}\\p{Nd}](?:[\\p{L}\\p{M}\\p{Nd}-]{0,61}[\\p{L}\\p{M}\\p{Nd}])?'
const ADDRESS = new RegExp(`^${LOCAL}(?:\\.${LOCAL})*@(?:${LABEL}\\.)+${LABEL}$`, 'u')

/**
 * Invisible characters, and the dotted capital I: PostgreSQL lowercases it to a plain i, but the domain name system
 * does not, so the owner of `g\u0130t.example` would be mistaken for the owner of `git.example`.
 */
const MISLEADING = /[\p{Default_Ignorable_Code_Point}\u0130]/u

/**
 * Whether a text is an e-mail address, by one rule for all areas. Letters of any script are allowed on both sides of
 * the @, in NFC, as RFC 6532 recommends. In NFC, the dotted I is the only letter beyond ASCII that lowercases to an
 * ASCII letter, and it is refused.
 */
export const isEmail = (text: string) =>
  text.length <= 255 && ADDRESS.test(text) && !MISLEADING.test(text) && text === text.normalize('NFC')
