/** Letters that Unicode does not take apart, as `plain()` of the database writes them. */
const LETTERS: Record<string, string> = {
  ...{ œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
}
const unaccented = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[œæßøłđðþı]/g, letter => LETTERS[letter] ?? letter)

/** Text as searches compare it: without case and accents. */
export const plain = (text: string) => (/[^\0-\x7f]/.test(text) ? unaccented(text) : text.toLowerCase())

/** An address without the slashes at its end. The search starts at the first slash of a run alone, so it takes linear time. */
export const withoutFinalSlashes = (address: string) => address.replace(/(?<!\/)\/+$/, '')

/** Longer words are cut: an index bounds its entries. */
const LONGEST_WORD = 40

/** The words of a text in the form that searches compare: without accents, case or punctuation. */
export function wordsOf(text: string | null | undefined): string[] {
  const letters = plain(text ?? '')
  // Without Unicode's classes, where none are needed, the words are found in a third of the time.
  const words = letters.match(/[^\0-\x7f]/.test(letters) ? /[\p{L}\p{N}]+/gu : /[a-z0-9]+/g) ?? []
  return words.map(word => (word.length > LONGEST_WORD ? word.slice(0, LONGEST_WORD) : word))
}

const LOCAL = "[\\p{L}\\p{M}\\p{Nd}!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[\\p{L}\\p{Nd}](?:[\\p{L}\\p{M}\\p{Nd}-]{0,61}[\\p{L}\\p{M}\\p{Nd}])?'
const ADDRESS = new RegExp(`^${LOCAL}(?:\\.${LOCAL})*@(?:${LABEL}\\.)+${LABEL}$`, 'u')

/**
 * Invisible characters; and the dotted capital I, whose lower case is a plain i to PostgreSQL but not to the domain system:
 * who owns git.example with that letter in it would be taken for the owner of git.example.
 */
const TREACHEROUS = /[\p{Default_Ignorable_Code_Point}\u0130]/u

/**
 * Whether a text is an e-mail address, for all areas alike. Letters of any script are allowed on both sides of the @, in
 * the one spelling that RFC 6532 asks for (NFC), in which no letter but the dotted I folds to a plain one.
 */
export const isEmail = (text: string) =>
  text.length <= 255 && ADDRESS.test(text) && !TREACHEROUS.test(text) && text === text.normalize('NFC')
