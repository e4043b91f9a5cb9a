import type { Reach } from './addresses.ts'
import type { WebhookSecrets } from './secrets.ts'

export type Webhooks = {
  reach: Reach
  secrets: WebhookSecrets
  /** Tells the sender that deliveries have been committed. */
  wake: () => void
}
