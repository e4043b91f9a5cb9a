import { randomBytes } from 'node:crypto'
import { Problem } from '../../platform/problem.ts'

/** The base-32 alphabet of Crockford: 5 bits for each sign, without I, L, O and U, which are easily misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_SIGNS = 12

const FORMAT = /^[A-Za-z0-9]+(?:[ -]+[A-Za-z0-9]+)*$/
const PREFIX_FORMAT = /^[A-Za-z0-9]+(?:[ -]+[A-Za-z0-9]+)*-?$/
const MIN_SIGNS = 4
const MAX_SIGNS = 40
const MAX_PREFIX_SIGNS = 20

/** Returns a code as codes are compared: in capitals, without spaces and hyphens. */
export const keyOf = (code: string) => code.replace(/[ -]/g, '').toUpperCase()

/** Returns the key of a code that a customer typed; undefined if no code can have it. */
export function findableKey(code: string): string | undefined {
  const key = keyOf(code)
  return /^[A-Z0-9]{4,40}$/.test(key) ? key : undefined
}

/** Throws 400 unless the text may be a code. */
export function checkCode(code: string) {
  const signs = keyOf(code).length
  if (!FORMAT.test(code) || signs < MIN_SIGNS || signs > MAX_SIGNS)
    throw new Problem(
      400,
      'requete-invalide',
      `body/code must have ${MIN_SIGNS} to ${MAX_SIGNS} letters A-Z or digits, with spaces and hyphens only between them; it is ${JSON.stringify(code)}`,
    )
}

/** Throws 400 unless the text may begin codes. A hyphen may end it. */
export function checkPrefix(prefix: string) {
  if (!PREFIX_FORMAT.test(prefix) || keyOf(prefix).length > MAX_PREFIX_SIGNS)
    throw new Problem(
      400,
      'requete-invalide',
      `body/prefixe must have 1 to ${MAX_PREFIX_SIGNS} letters A-Z or digits, with spaces and hyphens only between them; it is ${JSON.stringify(prefix)}`,
    )
}

/** Returns a code with 60 random bits after the prefix, such as `NOEL-7Q4M-2XKD-9PTR`. */
export function generateCode(prefix: string): string {
  const signs = Array.from(randomBytes(RANDOM_SIGNS), byte => ALPHABET[byte & 31]).join('')
  const groups = [prefix.replace(/-$/, ''), signs.slice(0, 4), signs.slice(4, 8), signs.slice(8)]
  return groups.filter(group => group !== '').join('-')
}
