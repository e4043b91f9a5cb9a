import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Derives a key for one purpose: different labels yield independent keys from one secret. */
const deriveKey = (secret: string, label: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `comptoir ${label}`, 32))

/**
 * Returns a function that computes an HMAC-SHA256 with a key derived for `label`. Unlike a plain hash, its output
 * cannot be reversed by trying all possible texts, unless the secret is known.
 */
export function createKeyedHash(secret: string, label: string): (text: string) => Buffer {
  const key = deriveKey(secret, label)
  return text => createHmac('sha256', key).update(text).digest()
}

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Creates an AES-256-GCM cipher. The first key encrypts, every key decrypts: an encrypted text begins with the id of
 * its key, so keys are rotated by prepending a new one. Each `purpose` has its own independent keys. Throws without a
 * key.
 */
export function createCipher(keys: readonly string[], purpose: string) {
  const known = keys.map(secret => {
    const key = deriveKey(secret, purpose)
    return { key, id: createHash('sha256').update(key).digest('hex').slice(0, 8) }
  })
  const [current] = known
  if (!current) throw new Error('A cipher needs at least one key')

  return {
    /**
     * Encrypts `text`. `context` identifies the place where the result is stored: with another context, `open` fails, so an
     * encrypted text cannot be moved to another row.
     */
    seal(text: string, context: string) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.key, iv).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${current.id}.${sealed.toString('base64url')}`
    },
    open(sealed: string, context: string) {
      const [id, content = ''] = sealed.split('.')
      const key = known.find(candidate => candidate.id === id)?.key
      if (!key) throw new Error(`No key ${id} is configured, which is needed for decryption`)
      const bytes = Buffer.from(content, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
