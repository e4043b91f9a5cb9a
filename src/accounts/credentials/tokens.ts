import { createHash, createSecretKey, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../../platform/clock.ts'

const LIFETIME_S = 7 * 86_400
const ALGORITHM = 'HS256'

/** The hash under which a token is stored. */
export const fingerprint = (token: string) => createHash('sha256').update(token).digest()

export type Tokens = {
  /** A token of its own for each call, valid for 7 days of the clock. */
  sign(account: { id: number; email: string }): Promise<{ token: string; expireLe: Date }>
  /** Whether we signed it and its time has not passed. The store has the last word. */
  isOurs(token: string): Promise<boolean>
}

export function createTokens(secret: string, clock: Clock): Tokens {
  const key = createSecretKey(Buffer.from(secret))
  return {
    async sign({ id, email }) {
      const issued = Math.floor(clock.now().getTime() / 1000)
      const token = await new SignJWT({ userId: id, email })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuedAt(issued)
        .setExpirationTime(issued + LIFETIME_S)
        .setJti(randomUUID())
        .sign(key)
      return { token, expireLe: new Date((issued + LIFETIME_S) * 1000) }
    },
    async isOurs(token) {
      try {
        await jwtVerify(token, key, { algorithms: [ALGORITHM], currentDate: clock.now() })
        return true
      } catch (error) {
        if (error instanceof errors.JOSEError) return false
        throw error
      }
    },
  }
}
