import type { Database } from '../../platform/database/database.ts'
import { batchConsumer } from '../../platform/events/event.ts'
import type { GaugeOf } from '../../platform/metrics/metrics.ts'
import type { Accounts } from '../context.ts'
import { noteEvents, webhookCopies } from './note-events.ts'
import { countWaiting } from './store/sending.ts'
import { countSuspended } from './store/webhooks.ts'

/** What was noted knows the ids of its messages. */
export const webhookConsumer = (accounts: Accounts) =>
  batchConsumer(webhookCopies, {
    size: 100,
    idempotent: true,
    prepare: async copies => copies.map(() => undefined),
    handle: (tx, messages) =>
      noteEvents(
        tx,
        accounts,
        messages.map(({ body }) => body),
      ),
  })

export const webhookGauges = (db: Database): GaugeOf[] => [
  {
    name: 'comptoir_webhook_deliveries_waiting',
    help: 'Deliveries of webhooks that have neither been taken nor given up',
    value: () => countWaiting(db),
  },
  {
    name: 'comptoir_webhooks_suspended',
    help: 'Webhooks that were paused because nothing was taken',
    value: () => countSuspended(db),
  },
]
