import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { readPage } from '../store/page.ts'
import type { Mail, MailContent, MailQuery } from './schemas.ts'

export const columns = sql`id, modele, destinataire, "compteId", "clientId", "ordreId", donnees, statut, essais,
  "derniereErreur", "perimeLe", "createdAt", "envoyeLe"`

export type NewMail = Omit<Mail, 'id' | 'essais' | 'derniereErreur' | 'createdAt' | 'envoyeLe'> & {
  /** The id of the order or payment that limits its mails to one per template; null for a mail without this limit. */
  objet: string | null
}

/**
 * Inserts mails, due at once unless they are held. A mail whose template and `objet` exist already is skipped. `real`
 * is `now` in real time, by which mails are sent.
 */
export const insertMails = (tx: Tx, mails: readonly NewMail[], { now, real }: { now: Date; real: Date }) =>
  tx.run(sql`
    insert into accounts.courriel (
      modele, destinataire, "compteId", "clientId", "ordreId", objet, donnees, statut, "perimeLe", "prochainEssai",
      "createdAt")
    select modele, destinataire, "compteId", "clientId", "ordreId", objet, donnees, statut, "perimeLe",
      ${real}::timestamptz, ${now}::timestamptz
    from json_populate_recordset(null::accounts.courriel, ${sql.json(mails)}::json)
    on conflict do nothing`)

/** The recipient of the mails about an order, with the language and the store that these state. */
export type OrderMails = { destinataire: string; compteId: number | null } & Required<
  Pick<MailContent, 'langue' | 'magasin'>
>

/** Returns the recipient of the last mail about each of these orders, by order id. */
export const listRecipients = async (db: Database, ordreIds: readonly string[]) =>
  new Map(
    (
      await db.rows(sql<OrderMails & { ordreId: string }>`
        select distinct on ("ordreId") "ordreId", destinataire, "compteId", donnees->>'langue' as langue,
          donnees->'magasin' as magasin
        from accounts.courriel
        where "ordreId" = any(${ordreIds}) order by "ordreId", id desc`)
    ).map(({ ordreId, ...recipient }) => [ordreId, recipient]),
  )

/** Returns the last confirmation mail of an order; undefined unless that mail was sent or given up. */
export const findSentOrderMail = (db: Database, ordreId: string) =>
  db.first(sql<Mail>`
    select * from (
      select ${columns} from accounts.courriel where "ordreId" = ${ordreId} and modele = 'commande-recue'
      order by id desc limit 1) as last
    where statut in ('envoye', 'abandonne')`)

/** Locks a mail and returns it with the present address of its account; undefined for an unknown one. */
export const lockMail = (tx: Tx, id: number) =>
  tx.first(sql<Mail & { adresse: string | null }>`
    select ${columns}, (select email from accounts.compte where compte.id = "compteId") as adresse
    from accounts.courriel where id = ${id} for update`)

/**
 * Whether a mail must not be sent again: one with the same content waits to be sent, or it asks to pay an order that,
 * by its mails, is paid or cancelled.
 */
export const isSuperseded = (tx: Tx, { ordreId, modele, donnees }: Mail) =>
  tx.value(sql<{ superseded: boolean }>`
    select exists (
      select from accounts.courriel
      where "ordreId" = ${ordreId} and (
        modele = ${modele} and statut = 'a_envoyer' and donnees::jsonb = ${sql.json(donnees)}::jsonb
        or ${modele}::text in ('paiement-manquant', 'lien-paiement')
          and modele in ('recu-paiement', 'commande-annulee'))) as superseded`)

/** Redirects the mails about an order that are not sent yet, and returns their templates. */
export const redirectMails = (tx: Tx, ordreId: string, destinataire: string) =>
  tx.column(sql<{ modele: string }>`
    update accounts.courriel set destinataire = ${destinataire}, "compteId" = null
    where "ordreId" = ${ordreId} and statut in ('retenu', 'a_envoyer')
    returning modele`)

/** Releases the mails that are held until these orders are paid. They expire at `perimeLe`. */
export const releaseMails = (tx: Tx, ordreIds: readonly string[], perimeLe: Date) =>
  tx.run(sql`
    update accounts.courriel set statut = 'a_envoyer', "perimeLe" = ${perimeLe}
    where "ordreId" = any(${ordreIds}) and statut = 'retenu'`)

/** Returns the orders among these for which a receipt was written. */
export const listPaidOrders = async (tx: Tx, ordreIds: readonly string[]) =>
  new Set(
    await tx.column(sql<{ ordreId: string }>`
      select distinct "ordreId" from accounts.courriel
      where "ordreId" = any(${ordreIds}) and modele = 'recu-paiement'`),
  )

const matching = ({ statut, destinataire, ordreId }: MailQuery) => sql`
  true
  ${statut === undefined ? sql.empty : sql`and statut = ${statut}`}
  ${destinataire === undefined ? sql.empty : sql`and lower(destinataire) = lower(${destinataire})`}
  ${ordreId === undefined ? sql.empty : sql`and "ordreId" = ${ordreId}`}`

/** Returns a page of mails, newest first. */
export const searchMails = (db: Database, query: MailQuery) =>
  readPage<Mail>(
    db,
    { columns, from: sql`accounts.courriel where ${matching(query)}`, order: sql`id desc` },
    query,
  )

/** Deletes up to `limit` mails that were created before `before`. */
export const pruneMails = (tx: Tx, before: Date, limit: number) =>
  tx.run(sql`
    delete from accounts.courriel where id in (
      select id from accounts.courriel where "createdAt" < ${before} order by "createdAt" limit ${limit})`)

/** A mail being sent; `essais` includes this attempt. */
export type ClaimedMail = Omit<Mail, 'clientId' | 'statut' | 'derniereErreur' | 'envoyeLe'>

/**
 * Claims up to `limit` due mails, those due longest first, by postponing them to `until`. If this process dies, they are
 * due again then.
 */
export const claimMails = (tx: Tx, real: Date, until: Date, limit: number) =>
  tx.rows(sql<ClaimedMail>`
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

/** Gives a mail up. Its error is `reason`, else that of its last attempt, else that it was not sent in time. */
export const markGivenUp = (tx: Tx, id: number, reason: string | null) =>
  tx.run(sql`
    update accounts.courriel
    set statut = 'abandonne', "derniereErreur" = coalesce(${reason}, "derniereErreur", 'It was not sent in time')
    where id = ${id} and statut = 'a_envoyer'`)

/** Counting stops here, because without a mail server unsent mails accumulate for a month. */
const MAX_COUNTED = 10_000

export const countWaiting = (db: Database) =>
  db.value(sql<{ waiting: number }>`
    select count(*) as waiting from (
      select from accounts.courriel where statut = 'a_envoyer' limit ${MAX_COUNTED}) as counted`)
