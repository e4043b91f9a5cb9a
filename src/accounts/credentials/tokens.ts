import { createHash, createSecretKey, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../../platform/clock.ts'

const LIFETIME_S = 7 * 86_400
const ALGORITHM = 'HS256'

/** Returns the SHA-256 under which an access token or a link token is stored. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

export function createTokenSigner(secret: string, clock: Clock) {
  const key = createSecretKey(Buffer.from(secret))
  return {
    /** Returns a token, unique by its random id, and its expiry after 7 days of the shop's clock. */
    async sign({ id, email }: { id: number; email: string }) {
      const issued = Math.floor(clock.now().getTime() / 1000)
      const token = await new SignJWT({ userId: id, email })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuedAt(issued)
        .setExpirationTime(issued + LIFETIME_S)
        .setJti(randomUUID())
        .sign(key)
      return { token, expireLe: new Date((issued + LIFETIME_S) * 1000) }
    },
    /** Whether the token has our signature and has not expired. Its session may have ended: the database decides that. */
    async isOurs(token: string) {
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
