import { createCipher } from '../../platform/encryption.ts'
import type { Secrets } from './store/sending.ts'

export type WebhookSecrets = {
  seal(id: number, secret: string): string
  /** Those that sign at this moment, the newest first. */
  open(secrets: Secrets, real: Date): string[]
}

/** The secrets of webhooks as they are kept: encrypted, each for its own webhook. */
export function createSecrets(tokenSecret: string): WebhookSecrets {
  const cipher = createCipher([tokenSecret], 'webhooks')
  const contextOf = (id: number) => `webhook ${id}`
  return {
    seal: (id, secret) => cipher.seal(secret, contextOf(id)),
    open({ webhookId, secret, ancienSecret, ancienSecretJusquA }, real) {
      const former = ancienSecretJusquA && ancienSecretJusquA > real ? ancienSecret : null
      return [secret, ...(former ? [former] : [])].map(sealed => cipher.open(sealed, contextOf(webhookId)))
    },
  }
}
