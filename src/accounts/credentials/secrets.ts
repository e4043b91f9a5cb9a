import { Secret, TOTP } from 'otpauth'
import { createCipher, createKeyedHash } from '../../platform/encryption.ts'

/** The validity of a code in seconds. Codes of the previous and the next step are accepted too, because clocks differ. */
const PERIOD = 30
const TOLERANCE = 1

/** One-time codes by RFC 6238 for authenticator apps. They use real time, like telephones. */
export function createCodes(tokenSecret: string, issuer: string) {
  const cipher = createCipher([tokenSecret], 'one-time codes of staff')
  const contextOf = (id: number) => `membre ${id}`
  return {
    /** Creates a secret: encrypted for storage, as text to type, and as a URI to scan. */
    make({ id, email }: { id: number; email: string }) {
      const totp = new TOTP({ issuer, label: email, secret: new Secret({ size: 20 }), period: PERIOD })
      const secret = totp.secret.base32
      return { sealed: cipher.seal(secret, contextOf(id)), secret, uri: totp.toString() }
    },
    /** Returns the time step of a code that is valid at `at`; undefined for an invalid code. */
    stepOf({ id, secretCode }: { id: number; secretCode: string }, token: string, at: Date) {
      const secret = Secret.fromBase32(cipher.open(secretCode, contextOf(id)))
      const timestamp = at.getTime()
      const delta = new TOTP({ secret, period: PERIOD }).validate({ token, timestamp, window: TOLERANCE })
      return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD) + delta
    },
  }
}

/** The secrets of a webhook, encrypted. */
export type SealedSecrets = {
  webhookId: number
  secret: string
  ancienSecret: string | null
  ancienSecretJusquA: Date | null
}

/** Encrypts the secrets of webhooks, each for its webhook, and decrypts them. */
export function createSecrets(tokenSecret: string) {
  const cipher = createCipher([tokenSecret], 'webhooks')
  const contextOf = (id: number) => `webhook ${id}`
  return {
    seal: (id: number, secret: string) => cipher.seal(secret, contextOf(id)),
    /** Returns the secrets that sign at this time, the newest first. */
    open({ webhookId, secret, ancienSecret, ancienSecretJusquA }: SealedSecrets, real: Date) {
      const former = ancienSecretJusquA && ancienSecretJusquA > real ? ancienSecret : null
      return [secret, ...(former ? [former] : [])].map(sealed => cipher.open(sealed, contextOf(webhookId)))
    },
  }
}

/** Returns a keyed hash of customers' identifiers, which recognizes an identifier without revealing it. */
export function fingerprintWith(secret: string) {
  const hash = createKeyedHash(secret, 'erasures')
  return (name: string | number) => hash(typeof name === 'number' ? `numero ${name}` : `client ${name}`)
}
