import { deleteInBatches, type Tx } from '../../platform/database/database.ts'
import { type AcceptedVersions, preconditionFailed } from '../../platform/http/conditional.ts'
import { Problem } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { MAX_WEBHOOKS, SECRET_OVERLAP_MS } from '../webhook.ts'
import { parseWebhookUrl } from '../webhook-addresses.ts'
import { generateSecret } from './deliver.ts'
import { webhookCopies } from './record-events.ts'
import type { NewWebhook, WebhookChanges } from './schemas.ts'
import { deleteDeliveries } from './store/deliveries.ts'
import {
  countWebhooks,
  deleteWebhook,
  insertWebhook,
  listRequestedTypes,
  lockForDeletion,
  lockWebhook,
  lockWebhookChanges,
  replaceSecret,
  reserveWebhookId,
  updateWebhook,
} from './store/webhooks.ts'

export const unknownWebhook = (id: number) => new Problem(404, 'webhook-inconnu', `Webhook ${id} not found`)

/** Subscribes to the events that active webhooks request. */
export async function subscribeToEvents(tx: Tx, { copies }: Accounts) {
  const types = await listRequestedTypes(tx)
  const queues = types.includes(null) ? ['#'] : types.filter(type => type !== null)
  await copies.setQueues(tx, webhookCopies, queues)
}

/** Applies a change and the resulting event subscriptions, which are active on return unless the broker is down. */
async function applyChange<T>(accounts: Accounts, work: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await accounts.db.transaction(async tx => {
    await lockWebhookChanges(tx)
    const given = await work(tx)
    await subscribeToEvents(tx, accounts)
    return given
  })
  await accounts.copies.applyOrLog()
  accounts.webhooks.wake()
  return result
}

function checkTypes({ announced }: Accounts, types: readonly string[] | null | undefined) {
  const unknown = types?.find(type => !announced.includes(type))
  if (unknown !== undefined)
    throw new Problem(
      422,
      'valeur-inconnue',
      `types: unknown event ${unknown}; one of ${announced.join(', ')}`,
    )
}

/**
 * Creates a webhook and returns it with its secret, which no other call returns. Throws 422 for a forbidden URL or an
 * unknown event type, and 409 if the maximum number of webhooks exists.
 */
export async function createWebhook(
  accounts: Accounts,
  { url, description = null, types = null }: NewWebhook,
) {
  const { clock, webhooks } = accounts
  const address = parseWebhookUrl(url, webhooks.rules)
  checkTypes(accounts, types)
  const secret = generateSecret()
  return applyChange(accounts, async tx => {
    if ((await countWebhooks(tx)) >= MAX_WEBHOOKS)
      throw new Problem(
        409,
        'trop-de-webhooks',
        `The maximum of ${MAX_WEBHOOKS} webhooks is reached; delete one first`,
      )
    const id = await reserveWebhookId(tx)
    const sealed = webhooks.secrets.seal(id, secret)
    const made = await insertWebhook(tx, {
      ...{ id, url: address, description, types },
      ...{ secret: sealed, now: clock.now() },
    })
    return { ...made, secret }
  })
}

/**
 * Changes the given fields, null included. Throws 404 for an unknown webhook, 412 if it was changed since `seen`, and 422
 * for a forbidden URL or an unknown event type.
 */
export async function changeWebhook(
  accounts: Accounts,
  id: number,
  changes: WebhookChanges,
  seen: AcceptedVersions,
) {
  const { clock, webhooks } = accounts
  const url = changes.url === undefined ? undefined : parseWebhookUrl(changes.url, webhooks.rules)
  checkTypes(accounts, changes.types)
  return applyChange(accounts, async tx => {
    const before = await lockWebhook(tx, id)
    if (!before) throw unknownWebhook(id)
    if (seen && !seen.includes(before.updatedAt)) throw preconditionFailed()
    const { description = before.description, types = before.types, actif = before.actif } = changes
    return updateWebhook(tx, { id, url: url ?? before.url, description, types, actif }, clock.now())
  })
}

/**
 * Replaces the secret and returns the new one. The previous one also signs for a day. Throws 404 for an unknown
 * webhook.
 */
export async function rotateSecret({ db, clock, webhooks }: Accounts, id: number) {
  const secret = generateSecret()
  const now = clock.now()
  const until = clock.real(SECRET_OVERLAP_MS)
  const changed = await db.transaction(tx =>
    replaceSecret(tx, id, { secret: webhooks.secrets.seal(id, secret), until, now }),
  )
  if (changed === 0) throw unknownWebhook(id)
  return { secret, ancienSecretJusquA: until }
}

/**
 * Deactivates the webhook, deletes its deliveries in batches, because they may be many, and then the webhook. Throws 404
 * for an unknown one.
 */
export async function removeWebhook(accounts: Accounts, id: number) {
  const { db, clock } = accounts
  await applyChange(accounts, async tx => {
    const before = await lockWebhook(tx, id)
    if (!before) throw unknownWebhook(id)
    await updateWebhook(tx, { ...before, actif: false }, clock.now())
  })
  await deleteInBatches(db, (tx, limit) => deleteDeliveries(tx, id, limit))
  await db.transaction(async tx => {
    await lockForDeletion(tx, id)
    // Transactions that read the webhook while it was active may have stored deliveries since.
    await deleteDeliveries(tx, id, null)
    await deleteWebhook(tx, id)
  })
}
