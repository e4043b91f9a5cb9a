import { randomBytes } from 'node:crypto'
import { Problem } from '../../platform/problem.ts'

/** The base-32 alphabet of Crockford: 5 bits for each sign, without I, L, O and U, which are easily misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_SIGNS = 12

const FORMAT = /^[A-Z0-9]+(?:[ -]+[A-Z0-9]+)*$/i

/** Returns a code as codes are compared: in capitals, without spaces and hyphens. */
export const keyOf = (code: string) => code.replace(/[ -]/g, '').toUpperCase()

/** Throws 400 unless a text has this many letters or digits, and only spaces and hyphens between them. */
function checkFormat(field: string, text: string, [least, most]: readonly [number, number]) {
  const { length } = keyOf(text)
  if (FORMAT.test(text) && length >= least && length <= most) return
  const rule = `${least} to ${most} letters A-Z or digits, with spaces and hyphens only between them`
  throw new Problem(400, 'requete-invalide', `body/${field} must have ${rule}; it is ${JSON.stringify(text)}`)
}

export const checkCode = (code: string) => checkFormat('code', code, [4, 40])

/** Throws 400 unless the text may begin codes. A hyphen may end it. */
export const checkPrefix = (prefix: string) => checkFormat('prefixe', prefix.replace(/-$/, ''), [1, 20])

/** Returns a code with 60 random bits after the prefix, such as `NOEL-7Q4M-2XKD-9PTR`. */
export function generateCode(prefix: string): string {
  const signs = Array.from(randomBytes(RANDOM_SIGNS), byte => ALPHABET[byte & 31]).join('')
  const groups = [prefix.replace(/-$/, ''), signs.slice(0, 4), signs.slice(4, 8), signs.slice(8)]
  return groups.filter(group => group !== '').join('-')
}
