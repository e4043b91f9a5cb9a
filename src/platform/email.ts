const LOCAL = "[\\p{L}\\p{M}\\p{Nd}!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[\\p{L}\\p{Nd}](?:[\\p{L}\\p{M}\\p{Nd}-]{0,61}[\\p{L}\\p{M}\\p{Nd}])?'
const ADDRESS = new RegExp(`^${LOCAL}(?:\\.${LOCAL})*@(?:${LABEL}\\.)+${LABEL}$`, 'u')

/**
 * What cannot be seen; and the dotted capital I, whose lower case is a plain i to PostgreSQL but not to the domain system:
 * who owns git.example with that letter in it would be taken for the owner of git.example.
 */
const TREACHEROUS = /[\p{Default_Ignorable_Code_Point}\u0130]/u

/**
 * Whether a text is an e-mail address, for all areas alike. Letters of any script are allowed on both sides of the @, in
 * the one spelling that RFC 6532 asks for (NFC), in which no letter but the dotted I folds to a plain one.
 */
export const isEmail = (text: string) =>
  text.length <= 255 && ADDRESS.test(text) && !TREACHEROUS.test(text) && text === text.normalize('NFC')
