import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** A key for one purpose: `label` keeps two uses of one secret apart. */
const deriveKey = (secret: string, label: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `comptoir ${label}`, 32))

/** HMAC-SHA256 with a key of its own for `label`: without the secret nobody can try all possible values. */
export function createKeyedHash(secret: string, label: string): (text: string) => Buffer {
  const key = deriveKey(secret, label)
  return text => createHmac('sha256', key).update(text).digest()
}

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * AES-256-GCM. The first key seals, every key opens: a sealed text begins with the id of its key, so that keys rotate by
 * putting a new one in front. `purpose` keeps two uses of one secret apart.
 */
export function createCipher(keys: readonly string[], purpose: string) {
  const known = keys.map(secret => {
    const key = deriveKey(secret, purpose)
    return { key, id: createHash('sha256').update(key).digest('hex').slice(0, 8) }
  })
  const [current] = known
  if (!current) throw new Error('A cipher needs at least one key')

  return {
    /** The id of the key that seals, eight characters: every text that it sealed begins with it. */
    currentKey: current.id,
    /** `context` names the place that a text belongs to: moved elsewhere, it cannot be opened. */
    seal(text: string, context: string) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.key, iv).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${current.id}.${sealed.toString('base64url')}`
    },
    open(sealed: string, context: string) {
      const [id, content = ''] = sealed.split('.')
      const key = known.find(candidate => candidate.id === id)?.key
      if (!key) throw new Error(`No key ${id} is configured to open what it sealed`)
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
