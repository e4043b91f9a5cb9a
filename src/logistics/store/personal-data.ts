import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { REPAIRED } from '../repairs/schemas.ts'

export const listSlipsOfCustomer = (db: Database, names: string[]) =>
  db.rows(sql`select * from logistics.bordereau where "clientId" = any(${names}) order by id`)

export const listCorrectionsOfOrders = (db: Database, ordreIds: string[]) =>
  db.rows(sql`select * from logistics.adresse_corrigee where "ordreId" = any(${ordreIds}) order by "ordreId"`)

/**
 * Records the orders of an erased customer, so that slips written later have the pseudonym and no address, and deletes
 * the tracking numbers and corrected addresses that such slips would start with. The lock on the reservations waits for
 * running preparations of these orders, so that the slips that they write are found afterwards.
 */
export async function recordErasedOrders(tx: Tx, ordreIds: string[], pseudonym: string) {
  await tx.run(sql`
    select 1 from logistics.reservation where "ordreId" = any(${ordreIds}) order by "ordreId" for update`)
  await tx.run(sql`
    insert into logistics.commande_effacee ("ordreId", pseudonyme)
    select distinct "ordreId", ${pseudonym} from unnest(${ordreIds}::text[]) as erased ("ordreId")
    on conflict do nothing`)
  await tx.run(sql`
    update logistics.commande_suivie set "trackingNumber" = null where "ordreId" = any(${ordreIds})`)
  await tx.run(sql`delete from logistics.adresse_corrigee where "ordreId" = any(${ordreIds})`)
}

/**
 * Anonymizes slips. The name of an article that is not a product of ours may contain any text of the customer, so the
 * id of the article replaces it.
 */
export const anonymiseSlips = (tx: Tx, names: string[], ordreIds: string[], pseudonym: string) =>
  tx.run(sql`
    update logistics.bordereau set "clientId" = ${pseudonym}, "adresseLivraison" = null, "trackingNumber" = null,
      articles = (
      select coalesce(json_agg(case when a->>'id' ~ '^[0-9]+$' then a
        else (a::jsonb || jsonb_build_object('nom', a->>'id'))::json end order by n), '[]')
      from json_array_elements(articles) with ordinality as article (a, n))
    where "clientId" = any(${names}) or ("ordreId" = any(${ordreIds}) and "clientId" <> ${pseudonym})`)

export const listSheetsOfCustomer = (db: Database, names: string[]) =>
  db.rows<object>(sql`select * from logistics.fiche_reparation where "idClient" = any(${names}) order by id`)

export const listRepairEventsOfCustomer = (db: Database, names: string[]) =>
  db.rows(sql`
    select evenement.* from logistics.evenement_reparation as evenement join logistics.fiche_reparation using ("ticketId")
    where "idClient" = any(${names}) order by evenement.id`)

/** Returns the tickets of goods that arrived for repair and have not been sent back. */
export const listOpenRepairTickets = (db: Database, names: string[]) =>
  db.column(sql<{ ticketId: string }>`
    select "ticketId" from logistics.fiche_reparation
    where "idClient" = any(${names}) and statut <> ${REPAIRED} order by id`)

/**
 * Anonymizes repair sheets. They keep the ticket, which identifies the repair, and a product id or ean of digits; the
 * other texts, which may contain anything about the customer, are deleted.
 */
export const anonymiseSheets = (tx: Tx, names: string[], pseudonym: string, now: Date) =>
  tx.run(sql`
    update logistics.fiche_reparation set "idClient" = ${pseudonym}, motif = null, origine = null, "adresseClient" = null,
      "idProduit" = case when "idProduit" ~ '^[0-9]+$' then "idProduit" end, "updatedAt" = ${now}
    where "idClient" = any(${names})`)
