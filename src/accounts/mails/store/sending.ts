import type { Database, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Mail } from '../mail.ts'

/** A mail on its way; `essais` counts this try. */
export type Sending = Pick<
  Mail,
  'id' | 'modele' | 'destinataire' | 'compteId' | 'ordreId' | 'donnees' | 'essais' | 'perimeLe' | 'createdAt'
>

/**
 * Takes up to `limit` mails that are due, the oldest first, and keeps them from other processes until `until`: should this one
 * die, they are due again then.
 */
export const claimMails = (tx: Tx, real: Date, until: Date, limit: number) =>
  tx.rows(sql<Sending>`
    with due as (
      select id from accounts.courriel where statut = 'a_envoyer' and "prochainEssai" <= ${real}
      order by "prochainEssai", id limit ${limit} for update skip locked)
    update accounts.courriel as courriel set essais = essais + 1, "prochainEssai" = ${until}
    from due where courriel.id = due.id
    returning courriel.id, modele, destinataire, "compteId", "ordreId", donnees, essais, "perimeLe", "createdAt"`)

export const markSent = (tx: Tx, id: number, now: Date) =>
  tx.run(sql`
    update accounts.courriel set statut = 'envoye', "envoyeLe" = ${now}, "derniereErreur" = null
    where id = ${id} and statut = 'a_envoyer'`)

export const markWaiting = (tx: Tx, id: number, reason: string, next: Date) =>
  tx.run(sql`
    update accounts.courriel set "prochainEssai" = ${next}, "derniereErreur" = ${reason}
    where id = ${id} and statut = 'a_envoyer'`)

/** The reason of its last try stays where there is no other. */
export const markGivenUp = (tx: Tx, id: number, reason: string | null) =>
  tx.run(sql`
    update accounts.courriel
    set statut = 'abandonne', "derniereErreur" = coalesce(${reason}, "derniereErreur", 'It was not sent in time')
    where id = ${id} and statut = 'a_envoyer'`)

/** Where no server is configured they are kept for a month. */
const MOST_COUNTED = 10_000

export const countWaiting = async (db: Database) =>
  (
    await db.one(sql<{ waiting: number }>`
      select count(*) as waiting from (
        select from accounts.courriel where statut = 'a_envoyer' limit ${MOST_COUNTED}) as counted`)
  ).waiting
