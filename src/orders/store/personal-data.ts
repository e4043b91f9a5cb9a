import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { GUEST_PREFIX } from '../contract.ts'
import type { Order } from '../tables.ts'

/** A customer by their identifiers, and guest orders by a proven e-mail address or, once known, by their ids. */
export type Buyer = { names: string[]; provenEmails: string[]; ordreIds: string[] }

const boughtBy = ({ names, provenEmails, ordreIds }: Buyer) => sql`
  ("clientId" = any(${names}) or starts_with("clientId", ${GUEST_PREFIX}) and (
    "ordreId" = any(${ordreIds})
    or lower("clientInfo"->>'email') in (select lower(email) from unnest(${provenEmails}::text[]) as email)))`

const ordersOf = (buyer: Buyer) => sql`(select "ordreId" from orders.commande where ${boughtBy(buyer)})`

export const listOrdersOfPerson = (db: Database, buyer: Buyer) =>
  db.rows(sql<Order>`select * from orders.commande where ${boughtBy(buyer)} order by "createdAt", "ordreId"`)

/** Returns the rows about these orders in the tables of their statuses, payments, refunds and returns, by table. */
export async function listRowsOfOrders(db: Database, ordreIds: string[]) {
  const [changement_statut, paiement, remboursement, retour, ligne_retour, utilisation_code] =
    await Promise.all([
      db.rows(sql`select * from orders.changement_statut where "ordreId" = any(${ordreIds}) order by id`),
      db.rows(sql`
      select * from orders.paiement where "ordreId" = any(${ordreIds}) order by "commandeLe", "ordreId", "transactionId"`),
      db.rows(sql`
      select * from orders.remboursement where "ordreId" = any(${ordreIds}) order by "createdAt", "remboursementId"`),
      db.rows(sql`select * from orders.retour where "ordreId" = any(${ordreIds}) order by id`),
      db.rows(sql`
      select ligne_retour.* from orders.ligne_retour join orders.retour on "retourId" = id
      where "ordreId" = any(${ordreIds}) order by "retourId", "articleId"`),
      db.rows(sql`
      select * from orders.utilisation_code where "ordreId" = any(${ordreIds}) order by "ordreId", "codeId"`),
    ])
  return { changement_statut, paiement, remboursement, retour, ligne_retour, utilisation_code }
}

/** Returns the orders with codes that an erasure cancels. */
export const listCancelledWithCodes = (tx: Tx, buyer: Buyer) =>
  tx.column(sql<{ ordreId: string }>`
    select "ordreId" from orders.commande
    where ${boughtBy(buyer)} and statut = 'EN_ATTENTE' and codes is not null for update`)

/** Deletes the reasons of returns, which are free text. */
export const anonymiseReturns = (tx: Tx, buyer: Buyer) =>
  tx.run(sql`
    update orders.retour set motif = null
    where motif is not null and "ordreId" in ${ordersOf(buyer)}`)

const withdrawnBy = (buyer: Buyer, emails: readonly string[]) => sql`
  ("ordreId" in ${ordersOf(buyer)}
    or lower(courriel) in (select lower(email) from unnest(${emails}::text[]) as email))`

/** Returns the withdrawals from the person's orders, and those declared with a proven address of the person. */
export const listWithdrawalsOfPerson = (db: Database, buyer: Buyer) =>
  db.rows(sql`
    select id, "ordreId", nom, courriel, articles, statut, motif, "recuLe", "aRembourserAvant", "createdAt"
    from orders.retractation where ${withdrawnBy(buyer, buyer.provenEmails)} order by id`)

/**
 * Anonymizes withdrawals that name a person, whose articles are then those of the order. Those without an order are
 * deleted, because all their texts were typed in.
 */
export const anonymiseWithdrawals = (tx: Tx, buyer: Buyer, emails: readonly string[], pseudonym: string) =>
  tx.run(sql`
    with gone as (
      delete from orders.retractation
      where ("recuLe" is null or not "commandeConnue") and ${withdrawnBy(buyer, emails)})
    update orders.retractation set nom = ${pseudonym}, courriel = ${pseudonym}, motif = null,
      articles = case when articles is not null then (
        select coalesce(json_agg(json_build_object('id', "articleId", 'quantite', quantite)), '[]')
        from json_to_recordset(unites) as unit ("articleId" text, quantite bigint)) end
    where "commandeConnue" and ${withdrawnBy(buyer, emails)}`)

/** Returns the orders that are neither delivered nor cancelled, except unpaid ones whose reservation has ended. */
export const listOpenOrders = (db: Database, buyer: Buyer, now: Date) =>
  db.rows(sql<{ ordreId: string; statut: string }>`
    select "ordreId", statut from orders.commande
    where ${boughtBy(buyer)} and statut not in ('LIVREE', 'ANNULEE')
      and not (statut = 'EN_ATTENTE' and "confirmeeLe" is null and coalesce("reserveeJusque" <= ${now}, true))
    order by "createdAt", "ordreId"`)

/** Deletes comments and notes, which are free text, and tracking numbers, by which a carrier can find the address. */
export const anonymiseChanges = (tx: Tx, buyer: Buyer) =>
  tx.run(sql`
    update orders.changement_statut set commentaire = null, "noteInterne" = null, "trackingNumber" = null
    where (commentaire is not null or "noteInterne" is not null or "trackingNumber" is not null)
      and "ordreId" in ${ordersOf(buyer)}`)

/**
 * Anonymizes orders, which also lose their pick-up points. Articles keep their product, quantity and price; an unknown
 * article loses its name. An order that is still `EN_ATTENTE` is cancelled, so that nobody pays for goods without an
 * address.
 */
export const anonymiseOrders = (tx: Tx, buyer: Buyer, pseudonym: string, now: Date) =>
  tx.run(sql`
    update orders.commande set
      "clientId" = ${pseudonym}, "adresseLivraison" = '{}', "clientInfo" = '{}', reseau = null,
      "trackingNumber" = null, "noteInterne" = null,
      "conditionsLivraison" = ("conditionsLivraison"::jsonb || '{"pointRelais": null}')::json,
      articles = (
        select coalesce(json_agg(json_build_object(
          'id', a->'id', 'quantite', a->'quantite', 'prixUnitaireCents', a->'prixUnitaireCents') order by n), '[]')
        from json_array_elements(articles) with ordinality as article (a, n)),
      lignes = (
        select coalesce(json_agg(case when (l->>'connu')::boolean then l
          else (l::jsonb || jsonb_build_object('nom', l->>'articleId'))::json end order by n), '[]')
        from json_array_elements(lignes) with ordinality as ligne (l, n)),
      statut = case when statut = 'EN_ATTENTE' then 'ANNULEE' else statut end,
      "updatedAt" = ${now}
    where ${boughtBy(buyer)}`)

/** Archives the documents; only callers with a right to read invoices can read them afterwards. */
export const archiveDocuments = (tx: Tx, buyer: Buyer, now: Date) =>
  tx.run(sql`
    update orders.piece set "archiveeLe" = ${now}
    where "archiveeLe" is null and "ordreId" in ${ordersOf(buyer)}`)
