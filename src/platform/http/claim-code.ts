import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createKeyedHash } from '../encryption.ts'
import { hashSecret } from './agent.ts'

/** Without I, O, 0 and 1, which look alike. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 10

/**
 * Returns the code, such as `K7QPM-2XW9D`, that answers a challenge. Only the secret of the processes yields it, so that
 * the process need not store it and another command on the machine can print it.
 */
export function claimCodeOf(tokenSecret: string, challenge: string): string {
  const bytes = createKeyedHash(tokenSecret, 'claim codes')(challenge).subarray(0, LENGTH)
  const code = Array.from(bytes, byte => LETTERS[byte % LETTERS.length]).join('')
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
}

const hashOf = (code: string) => Buffer.from(hashSecret(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')))

/** Creates the challenge of this process, with the check of its code, which ends with the process. */
export function createClaimCode(tokenSecret: string) {
  const challenge = randomBytes(16).toString('base64url')
  const expected = hashOf(claimCodeOf(tokenSecret, challenge))
  return { challenge, matches: (given: string) => timingSafeEqual(hashOf(given), expected) }
}
