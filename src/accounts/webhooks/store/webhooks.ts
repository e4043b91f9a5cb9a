import type { Database, Tx } from '../../../platform/database/database.ts'
import { acquireLock } from '../../../platform/database/locks.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { PageQuery } from '../../schemas.ts'
import { readPage } from '../../store/page.ts'
import type { SuspensionReason } from '../../webhook.ts'
import type { Webhook } from '../schemas.ts'

const columns = sql`id, url, description, types, actif, "suspenduPour", "suspenduLe", "enEchecDepuis",
  "ancienSecretJusquA", "createdAt", "updatedAt"`

/** Serializes changes of webhooks, because each change recomputes the requested events of all webhooks. */
export const lockWebhookChanges = (tx: Tx) => acquireLock(tx, 'accounts.webhooks')

/** Reserves the id of a new webhook, because its secrets are encrypted for the id. */
export const reserveWebhookId = (tx: Tx) =>
  tx.value(sql<{ id: number }>`select nextval(pg_get_serial_sequence('accounts.webhook', 'id')) as id`)

type New = Pick<Webhook, 'id' | 'url' | 'description' | 'types'> & { secret: string; now: Date }

export const insertWebhook = (tx: Tx, { id, url, description, types, secret, now }: New) =>
  tx.one(sql<Webhook>`
    insert into accounts.webhook (id, url, description, types, actif, secret, "createdAt", "updatedAt")
    overriding system value values (${id}, ${url}, ${description}, ${types}, true, ${secret}, ${now}, ${now})
    returning ${columns}`)

export const listWebhooks = (db: Database, query: PageQuery) =>
  readPage<Webhook>(db, { columns, from: sql`accounts.webhook`, order: sql`id` }, query)

export const countWebhooks = (db: Database) =>
  db.value(sql<{ total: number }>`select count(*) total from accounts.webhook`)

export const findWebhook = (db: Database, id: number) =>
  db.first(sql<Webhook>`select ${columns} from accounts.webhook where id = ${id}`)

/** Locks a webhook against changes until the transaction ends; events can still be stored for it. */
export const lockWebhook = (tx: Tx, id: number) =>
  tx.first(sql<Webhook>`select ${columns} from accounts.webhook where id = ${id} for no key update`)

/** Waits for transactions that store deliveries for the webhook, and blocks further ones. */
export const lockForDeletion = (tx: Tx, id: number) =>
  tx.first(sql`select 1 from accounts.webhook where id = ${id} for update`)

/**
 * Whether the webhook is active; prevents its deletion until the transaction ends. Returns undefined if it does not exist.
 */
export const lockAndCheckActive = async (tx: Tx, id: number) =>
  (await tx.first(sql<{ actif: boolean }>`select actif from accounts.webhook where id = ${id} for key share`))
    ?.actif

type Changed = Pick<Webhook, 'id' | 'url' | 'description' | 'types' | 'actif'>

/** Changes a webhook. Activating it clears the suspension and the time of the first failure. */
export const updateWebhook = (tx: Tx, { id, url, description, types, actif }: Changed, now: Date) =>
  tx.one(sql<Webhook>`
    update accounts.webhook set url = ${url}, description = ${description}, types = ${types}, actif = ${actif},
      "suspenduPour" = case when ${actif}::boolean then null else "suspenduPour" end,
      "suspenduLe" = case when ${actif}::boolean then null else "suspenduLe" end,
      "enEchecDepuis" = case when ${actif}::boolean and not actif then null else "enEchecDepuis" end,
      "updatedAt" = ${now}
    where id = ${id} returning ${columns}`)

/** Replaces the secret. The previous one also signs until `until`. */
export const replaceSecret = (
  tx: Tx,
  id: number,
  { secret, until, now }: { secret: string; until: Date; now: Date },
) =>
  tx.run(sql`
    update accounts.webhook set "ancienSecret" = secret, "ancienSecretJusquA" = ${until}, secret = ${secret},
      "updatedAt" = ${now}
    where id = ${id}`)

export const deleteWebhook = (tx: Tx, id: number) =>
  tx.run(sql`delete from accounts.webhook where id = ${id}`)

/** Returns the event types that active webhooks request; null stands for all. */
export const listRequestedTypes = (tx: Tx) =>
  tx.column(sql<{ type: string | null }>`
    select distinct type from accounts.webhook left join lateral unnest(types) as type on true
    where actif order by type`)

/**
 * Suspends a webhook. Returns undefined if it no longer exists or was already inactive, so that administrators get one
 * mail.
 */
export const suspendWebhook = (
  tx: Tx,
  id: number,
  why: SuspensionReason,
  { now, real }: { now: Date; real: Date },
) =>
  tx.first(sql<Webhook>`
    update accounts.webhook set actif = false, "suspenduPour" = ${why}, "suspenduLe" = ${real}, "updatedAt" = ${now}
    where id = ${id} and actif returning ${columns}`)

export const countSuspended = (db: Database) =>
  db.value(sql<{ total: number }>`
    select count(*) total from accounts.webhook where "suspenduPour" is not null`)
