import { startDelivery } from '../../platform/delivery.ts'
import type { Accounts } from '../context.ts'
import { createDeliver } from './deliver.ts'
import { createPost } from './post.ts'
import { recordOutcome } from './record-outcome.ts'
import { createResolver } from './resolve.ts'
import { activeWebhooks, claimDeliveries, releaseDelivery, type Sending } from './store/sending.ts'

/** Deliveries of one webhook that are on their way at the same time; one while its receiver accepts nothing. */
const AT_ONCE = { well: 8, failing: 1 }

/** Sends deliveries of webhooks until it is stopped. */
export function startWebhooks(accounts: Accounts) {
  const { db, clock, log, settings, webhooks } = accounts
  const resolver = createResolver()
  const timeoutMs = settings.webhookSeconds * 1_000
  const post = createPost({ reach: webhooks.reach, resolve: resolver.resolve })
  const deliver = createDeliver({ accounts, post, timeoutMs })

  async function send(sending: Sending, ending: AbortSignal) {
    const outcome = await deliver(sending, ending)
    if (outcome) return recordOutcome(accounts, sending, outcome)
    return db.transaction(tx => releaseDelivery(tx, sending.id, clock.real()))
  }

  const delivery = startDelivery({
    ...{ log, rows: 'webhooks', send },
    limits: async () =>
      new Map(
        (await activeWebhooks(db)).map(({ id, fails }) => [id, fails ? AT_ONCE.failing : AT_ONCE.well]),
      ),
    claim: free =>
      db.transaction(tx =>
        claimDeliveries(tx, free, { real: clock.real(), until: clock.real(2 * timeoutMs) }),
      ),
    destinationOf: ({ webhookId }) => webhookId,
  })
  webhooks.wake = delivery.wake
  return {
    async stop() {
      await delivery.stop()
      resolver.stop()
    },
  }
}
