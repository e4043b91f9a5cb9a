import { createCipher } from '../../platform/encryption.ts'

/** The secrets of a webhook, encrypted. */
export type SealedSecrets = {
  webhookId: number
  secret: string
  ancienSecret: string | null
  ancienSecretJusquA: Date | null
}

export type WebhookSecrets = {
  seal(id: number, secret: string): string
  /** Those that sign at this moment, the newest first. */
  open(secrets: SealedSecrets, real: Date): string[]
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
