import type { Tx } from '../../platform/database/database.ts'
import { startDelivery } from '../../platform/delivery.ts'
import type { Accounts } from '../context.ts'
import { RETRY_WINDOW_MS } from '../mails/schemas.ts'
import { writeMail } from '../mails/write-mails.ts'
import { listAdministratorEmails } from '../staff/store.ts'
import { MAX_FAILING_MS, pauseAfter, type SuspensionReason } from '../webhook.ts'
import { subscribeToEvents } from './change-webhooks.ts'
import { deliver, type Outcome } from './deliver.ts'
import { createPost, createResolver } from './post.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  isFailingSince,
  listActiveWebhooks,
  markDelivered,
  markFailed,
  markFailing,
  markHealthy,
  releaseDelivery,
} from './store/sending.ts'
import { lockWebhookChanges, suspendWebhook } from './store/webhooks.ts'

/**
 * Records the outcome of an attempt. Suspends the webhook if the receiver answered 410, or if the first of an unbroken
 * series of failures was three days ago.
 */
async function recordOutcome(
  accounts: Accounts,
  { id, webhookId, essais }: ClaimedDelivery,
  outcome: Outcome,
) {
  const { db, clock, log } = accounts
  const real = clock.real()
  if (outcome.accepted)
    return db.transaction(async tx => {
      await markDelivered(tx, id, outcome, real)
      await markHealthy(tx, webhookId)
    })
  log.info(
    { webhook: webhookId, livraison: id, essais, reason: outcome.derniereErreur },
    'Webhook delivery failed',
  )
  const pause = outcome.gone ? undefined : pauseAfter(essais)
  const why = await db.transaction(async tx => {
    await markFailed(tx, id, outcome, pause === undefined ? undefined : clock.real(pause))
    await markFailing(tx, webhookId, real)
    if (outcome.gone) return 'disparu'
    return (await isFailingSince(tx, webhookId, clock.real(-MAX_FAILING_MS))) ? 'echecs' : undefined
  })
  if (why) await suspend(accounts, webhookId, why)
}

/** Runs a separate transaction, because changes of webhooks acquire their lock before they lock any row. */
async function suspend(accounts: Accounts, id: number, why: SuspensionReason) {
  const { db, clock, copies, log } = accounts
  const suspended = await db.transaction(async tx => {
    await lockWebhookChanges(tx)
    const now = clock.now()
    const webhook = await suspendWebhook(tx, id, why, { now, real: clock.toReal(now) })
    if (!webhook) return false
    await subscribeToEvents(tx, accounts)
    await mailAdministrators(tx, accounts, { url: webhook.url, motif: why })
    return true
  })
  if (!suspended) return
  log.error({ webhook: id, why }, 'Webhook suspended')
  await copies.applyOrLog()
}

async function mailAdministrators(
  tx: Tx,
  accounts: Accounts,
  webhook: { url: string; motif: SuspensionReason },
) {
  for (const destinataire of await listAdministratorEmails(tx))
    await writeMail(tx, accounts, {
      ...{ modele: 'webhook-suspendu', destinataire, compteId: null, donnees: { webhook } },
      perimeLe: accounts.clock.after(RETRY_WINDOW_MS),
    })
}

/** The maximum number of concurrent deliveries of this process per webhook; one while its receiver fails. */
const AT_ONCE = { well: 8, failing: 1 }

/** Sends webhook deliveries until stopped. */
export function startWebhookSender(accounts: Accounts) {
  const { db, clock, log, settings, webhooks } = accounts
  const resolver = createResolver()
  const timeoutMs = settings.webhookSeconds * 1_000
  const post = createPost({ rules: webhooks.rules, resolve: resolver.resolve })

  async function send(sending: ClaimedDelivery, ending: AbortSignal) {
    const outcome = await deliver(accounts, post, sending, ending)
    if (outcome) return recordOutcome(accounts, sending, outcome)
    return db.transaction(tx => releaseDelivery(tx, sending.id, clock.real()))
  }

  const delivery = startDelivery({
    ...{ log, rows: 'webhooks', send },
    limits: async () =>
      new Map(
        (await listActiveWebhooks(db)).map(({ id, fails }) => [id, fails ? AT_ONCE.failing : AT_ONCE.well]),
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
