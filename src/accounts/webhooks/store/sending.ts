import type { Database, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

/** A webhook that is sent to, with what signs. */
export type Receiver = {
  id: number
  url: string
  enEchecDepuis: Date | null
  secret: string
  ancienSecret: string | null
  ancienSecretJusquA: Date | null
}

export const activeReceivers = (db: Database) =>
  db.rows(sql<Receiver>`
    select id, url, "enEchecDepuis", secret, "ancienSecret", "ancienSecretJusquA"
    from accounts.webhook where actif order by id`)

/** A delivery on its way; `essais` counts this try. */
export type Sending = {
  id: number
  webhookId: number
  essais: number
  messageId: string
  type: string
  corps: string
}

/**
 * Claims deliveries that are due, as many of each webhook as it has places, until `until`: if this process dies, they are due
 * again then. A claimed delivery has no duration until its outcome is recorded.
 */
export const claimDeliveries = (
  tx: Tx,
  places: readonly { id: number; free: number }[],
  { real, until }: { real: Date; until: Date },
) =>
  tx.rows(sql<Sending>`
    with due as (
      select chosen.id
      from unnest(${places.map(({ id }) => id)}::bigint[], ${places.map(({ free }) => free)}::int[]) as place (webhook, free),
        lateral (
          select id from accounts.livraison_webhook
          where "webhookId" = place.webhook and statut = 'en_attente' and "prochainEssai" <= ${real}
          order by "prochainEssai", id limit place.free for update skip locked) as chosen)
    update accounts.livraison_webhook as livraison set
      essais = essais + 1, "prochainEssai" = ${until}, "dureeMs" = null
    from due, accounts.evenement_webhook as evenement
    where livraison.id = due.id and evenement.id = livraison."evenementId"
    returning livraison.id, "webhookId", essais, "messageId", type, corps::text as corps`)

export type LastTry = {
  codeHttp: number | null
  reponse: string | null
  derniereErreur: string | null
  dureeMs: number
}

const lastTry = ({ codeHttp, reponse, derniereErreur, dureeMs }: LastTry) => sql`
  "codeHttp" = ${codeHttp}, reponse = ${reponse}, "derniereErreur" = ${derniereErreur}, "dureeMs" = ${dureeMs}`

export const markDelivered = (tx: Tx, id: number, last: LastTry, real: Date) =>
  tx.run(sql`
    update accounts.livraison_webhook set statut = 'livree', "livreeLe" = ${real}, ${lastTry(last)}
    where id = ${id} and statut = 'en_attente'`)

/** Tried again at `next`, or given up. */
export const markFailed = (tx: Tx, id: number, last: LastTry, next: Date | undefined) =>
  tx.run(sql`
    update accounts.livraison_webhook set
      statut = ${next ? 'en_attente' : 'echouee'}, "prochainEssai" = coalesce(${next ?? null}, "prochainEssai"),
      ${lastTry(last)}
    where id = ${id} and statut = 'en_attente'`)

/** It was broken off by our own end, which is no try. */
export const giveBack = (tx: Tx, id: number, real: Date) =>
  tx.run(sql`
    update accounts.livraison_webhook set essais = essais - 1, "prochainEssai" = ${real}
    where id = ${id} and statut = 'en_attente' and essais > 0`)

/** Written by the first success after failures alone, not by each. */
export const markWell = (tx: Tx, id: number) =>
  tx.run(
    sql`update accounts.webhook set "enEchecDepuis" = null where id = ${id} and "enEchecDepuis" is not null`,
  )

export const markFailing = (tx: Tx, id: number, real: Date) =>
  tx.run(
    sql`update accounts.webhook set "enEchecDepuis" = ${real} where id = ${id} and "enEchecDepuis" is null`,
  )

/** Whether it has taken nothing since then. */
export const isFailingSince = async (tx: Tx, id: number, since: Date) =>
  (await tx.first(sql`select 1 from accounts.webhook where id = ${id} and "enEchecDepuis" <= ${since}`)) !==
  undefined

export const countWaiting = async (db: Database) =>
  (
    await db.one(sql<{ waiting: number }>`
      select count(*) as waiting from accounts.livraison_webhook where statut = 'en_attente'`)
  ).waiting
