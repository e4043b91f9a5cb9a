import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts what is kept. `context` names the place that a text belongs to: moved elsewhere, it cannot be opened. */
export type Cipher = {
  /** The id of the key that seals, eight characters: what every text that it sealed begins with. */
  currentKey: string
  seal(text: string, context: string): string
  open(sealed: string, context: string): string
}

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * AES-256-GCM. The first key seals, every key opens: a sealed text begins with the id of its key, so that keys rotate by
 * putting a new one in front. `purpose` keeps two uses of one secret apart.
 */
export function createCipher(keys: readonly string[], purpose: string): Cipher {
  const known = keys.map(secret => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', `comptoir ${purpose}`, 32))
    return { key, id: createHash('sha256').update(key).digest('hex').slice(0, 8) }
  })
  const [current] = known
  if (!current) throw new Error('A cipher needs at least one key')

  return {
    currentKey: current.id,
    seal(text, context) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.key, iv).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${current.id}.${sealed.toString('base64url')}`
    },
    open(sealed, context) {
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
