import type { Database, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { SealedSecrets } from '../../credentials/secrets.ts'

/** Returns the active webhooks, and whether their receivers are failing. */
export const listActiveWebhooks = (db: Database) =>
  db.rows(sql<{ id: number; fails: boolean }>`
    select id, "enEchecDepuis" is not null as fails from accounts.webhook where actif`)

/** A delivery being sent; `essais` includes this attempt. */
export type ClaimedDelivery = SealedSecrets & {
  id: number
  url: string
  essais: number
  messageId: string
  type: string
  corps: string
}

/**
 * Claims due deliveries, for each webhook up to its free slots, by postponing them to `until`. If this process dies, they
 * are due again then. A claimed delivery has no duration until its outcome is recorded.
 */
export const claimDeliveries = (
  tx: Tx,
  free: ReadonlyMap<number, number>,
  { real, until }: { real: Date; until: Date },
) =>
  tx.rows(sql<ClaimedDelivery>`
    with due as (
      select chosen.id
      from unnest(${[...free.keys()]}::bigint[], ${[...free.values()]}::int[]) as place (webhook, free),
        lateral (
          select id from accounts.livraison_webhook
          where "webhookId" = place.webhook and statut = 'en_attente' and "prochainEssai" <= ${real}
          order by "prochainEssai", id limit place.free for update skip locked) as chosen)
    update accounts.livraison_webhook as livraison set
      essais = essais + 1, "prochainEssai" = ${until}, "dureeMs" = null
    from due, accounts.evenement_webhook as evenement, accounts.webhook as webhook
    where livraison.id = due.id and evenement.id = "evenementId" and webhook.id = "webhookId"
    returning livraison.id, "webhookId", essais, "messageId", type, corps::text as corps, url, secret,
      "ancienSecret", "ancienSecretJusquA"`)

export type LastAttempt = {
  codeHttp: number | null
  reponse: string | null
  derniereErreur: string | null
  dureeMs: number
}

const lastAttempt = ({ codeHttp, reponse, derniereErreur, dureeMs }: LastAttempt) => sql`
  "codeHttp" = ${codeHttp}, reponse = ${reponse}, "derniereErreur" = ${derniereErreur}, "dureeMs" = ${dureeMs}`

export const markDelivered = (tx: Tx, id: number, last: LastAttempt, real: Date) =>
  tx.run(sql`
    update accounts.livraison_webhook set statut = 'livree', "livreeLe" = ${real}, ${lastAttempt(last)}
    where id = ${id} and statut = 'en_attente'`)

/** Records a failed attempt. Schedules the next one at `next`, or gives the delivery up if that is undefined. */
export const markFailed = (tx: Tx, id: number, last: LastAttempt, next: Date | undefined) =>
  tx.run(sql`
    update accounts.livraison_webhook set
      statut = ${next ? 'en_attente' : 'echouee'}, "prochainEssai" = coalesce(${next ?? null}, "prochainEssai"),
      ${lastAttempt(last)}
    where id = ${id} and statut = 'en_attente'`)

/** Makes a delivery due again after a shutdown interrupted its attempt, which does not count. */
export const releaseDelivery = (tx: Tx, id: number, real: Date) =>
  tx.run(sql`
    update accounts.livraison_webhook set essais = essais - 1, "prochainEssai" = ${real}
    where id = ${id} and statut = 'en_attente' and essais > 0`)

/** Ends a series of failures. Writes only after a failure, because every success calls this. */
export const markHealthy = (tx: Tx, id: number) =>
  tx.run(
    sql`update accounts.webhook set "enEchecDepuis" = null where id = ${id} and "enEchecDepuis" is not null`,
  )

export const markFailing = (tx: Tx, id: number, real: Date) =>
  tx.run(
    sql`update accounts.webhook set "enEchecDepuis" = ${real} where id = ${id} and "enEchecDepuis" is null`,
  )

/** Whether the current series of failures began at `since` or earlier. */
export const isFailingSince = async (tx: Tx, id: number, since: Date) =>
  (await tx.first(sql`select 1 from accounts.webhook where id = ${id} and "enEchecDepuis" <= ${since}`)) !==
  undefined

export const countWaiting = (db: Database) =>
  db.value(sql<{ waiting: number }>`
    select count(*) as waiting from accounts.livraison_webhook where statut = 'en_attente'`)
