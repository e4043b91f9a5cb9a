import { Secret, TOTP } from 'otpauth'
import { createCipher, createKeyedHash } from '../../platform/encryption.ts'

/** The time step of codes in seconds. Codes of the previous and the next step are accepted too, because clocks differ. */
const PERIOD = 30
const TOLERANCE = 1

/** Creates secrets for authenticator apps and checks their one-time codes (RFC 6238). The apps use real time. */
export function createCodes(tokenSecret: string, issuer: string) {
  const cipher = createCipher([tokenSecret], 'one-time codes of staff')
  const contextOf = (id: number) => `membre ${id}`
  return {
    /** Returns a new secret: encrypted for storage, as text to type, and as a URI to scan. */
    make({ id, email }: { id: number; email: string }) {
      const totp = new TOTP({ issuer, label: email, secret: new Secret({ size: 20 }), period: PERIOD })
      const secret = totp.secret.base32
      return { sealed: cipher.seal(secret, contextOf(id)), secret, uri: totp.toString() }
    },
    /** Returns the time step of a code that is valid at the real time `at`; undefined for an invalid code. */
    stepOf({ id, secretCode }: { id: number; secretCode: string }, token: string, at: Date) {
      const secret = Secret.fromBase32(cipher.open(secretCode, contextOf(id)))
      const timestamp = at.getTime()
      const delta = new TOTP({ secret, period: PERIOD }).validate({ token, timestamp, window: TOLERANCE })
      return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD) + delta
    },
  }
}

/** The encrypted secrets of a webhook, and the real time until which the previous one also signs. */
export type SealedSecrets = {
  webhookId: number
  secret: string
  ancienSecret: string | null
  ancienSecretJusquA: Date | null
}

/** Encrypts and decrypts the secrets of webhooks. A secret can only be decrypted with the id of its webhook. */
export function createSecretCipher(tokenSecret: string) {
  const cipher = createCipher([tokenSecret], 'webhooks')
  const contextOf = (id: number) => `webhook ${id}`
  return {
    seal: (id: number, secret: string) => cipher.seal(secret, contextOf(id)),
    /** Returns the decrypted secrets that sign at the real time `real`, the newest first. */
    open({ webhookId, secret, ancienSecret, ancienSecretJusquA }: SealedSecrets, real: Date) {
      const former = ancienSecretJusquA && ancienSecretJusquA > real ? ancienSecret : null
      return [secret, ...(former ? [former] : [])].map(sealed => cipher.open(sealed, contextOf(webhookId)))
    },
  }
}

/** Returns a function that hashes identifiers of customers with a key, to recognize an identifier without storing it. */
export function createFingerprinter(secret: string) {
  const hash = createKeyedHash(secret, 'erasures')
  return (name: string | number) => hash(typeof name === 'number' ? `numero ${name}` : `client ${name}`)
}
