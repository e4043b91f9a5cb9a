import type { Accounts } from '../context.ts'
import { createDeliver } from './deliver.ts'
import { createPost } from './post.ts'
import { createResolver } from './resolve.ts'
import { sendWebhooks } from './send-webhooks.ts'

/** Sends what is noted until it is stopped. */
export function startSending(accounts: Accounts) {
  const { settings, webhooks } = accounts
  const resolver = createResolver()
  const timeoutMs = settings.webhookSeconds * 1_000
  const post = createPost({ reach: webhooks.reach, resolve: resolver.resolve })
  const deliver = createDeliver({ accounts, post, timeoutMs })
  const sending = sendWebhooks({ accounts, deliver, claimMs: 2 * timeoutMs })
  webhooks.wake = sending.wake
  return {
    async stop() {
      await sending.stop()
      resolver.stop()
    },
  }
}
