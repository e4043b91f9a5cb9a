import type { Database, Tx } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { PageNumbers } from '../../../platform/http/pages.ts'
import {
  type NewRepairSheet,
  REPAIRED,
  type RepairContext,
  type RepairSearch,
  type RepairSheet,
} from '../schemas.ts'
import { lastEventSql } from './repair-events.ts'

type Row = Omit<RepairSheet, 'statut' | 'logistique'> & RepairContext

const sheets = sql`
  select fiche.id, "ticketId", "idClient", "idProduit", motif, origine, "adresseClient", "magasinId", "entrepotId",
    "bordereauId", evenements, "createdAt", greatest("updatedAt", suivi.dernier) as "updatedAt"
  from logistics.fiche_reparation as fiche, lateral (
    select coalesce(json_agg(json_build_object('event', event, 'at', at) order by at, id), '[]') as evenements,
      max(evenement."createdAt") as dernier
    from logistics.evenement_reparation as evenement where evenement."ticketId" = fiche."ticketId") as suivi`

const sheetOf = ({ magasinId, entrepotId, bordereauId, evenements, ...row }: Row): RepairSheet => ({
  ...row,
  evenements: evenements.map(({ event, at }) => ({ event, at: new Date(at) })),
  statut: evenements.at(-1)?.event ?? null,
  logistique: { magasinId, entrepotId, bordereauId },
})

const all = async (db: Database, which: ReturnType<typeof sql<Row>>) => (await db.rows(which)).map(sheetOf)

export const findSheet = async (db: Database, id: number) =>
  (await all(db, sql<Row>`${sheets} where fiche.id = ${id}`))[0]

export const listSheetsAfter = (db: Database, id: number, limit: number) =>
  all(db, sql<Row>`${sheets} where fiche.id > ${id} order by fiche.id limit ${limit}`)

/** Returns a page of sheets, oldest first. */
const pageOfSheets = (db: Database, where: Sql, { page, limit }: PageNumbers) =>
  all(db, sql<Row>`${sheets} ${where} order by fiche.id ${sql.page(limit, (page - 1) * limit)}`)

/** Returns a page of all sheets, or the sheet of a ticket. */
export const listSheets = (db: Database, ticketId: string | undefined, page: PageNumbers) =>
  pageOfSheets(db, ticketId === undefined ? sql.empty : sql`where "ticketId" = ${ticketId}`, page)

const matching = ({ statut, enCours, search }: RepairSearch) => sql`
  where true
    ${statut === undefined ? sql.empty : statut === 'SANS_EVENEMENT' ? sql`and statut is null` : sql`and statut = ${statut}`}
    ${enCours ? sql`and statut is distinct from ${REPAIRED}` : sql.empty}
    ${search === undefined ? sql.empty : sql`and (fiche."ticketId" = ${search} or fiche."idClient" = ${search})`}`

export const searchSheets = (db: Database, search: RepairSearch) => pageOfSheets(db, matching(search), search)

export const countSheets = (db: Database, search: RepairSearch) =>
  db.value(sql<{ total: number }>`
    select count(*) total from logistics.fiche_reparation as fiche ${matching(search)}`)

/** Sets the status of a sheet to the latest event of its ticket; does nothing for a ticket without a sheet. */
export const updateSheetStatus = (tx: Tx, ticketId: string) =>
  tx.run(
    sql`update logistics.fiche_reparation set statut = ${lastEventSql(ticketId)} where "ticketId" = ${ticketId}`,
  )

/** Inserts a sheet and returns its id; undefined if the ticket already has one. */
export const insertSheet = async (tx: Tx, sheet: NewRepairSheet & RepairContext, now: Date) =>
  (
    await tx.first(sql<{ id: number }>`
      insert into logistics.fiche_reparation ("ticketId", "idClient", "idProduit", motif, origine, "adresseClient",
        "magasinId", "entrepotId", "bordereauId", statut, "createdAt", "updatedAt")
      values (${sheet.ticketId}, ${sheet.idClient}, ${sheet.idProduit}, ${sheet.motif}, ${sheet.origine},
        ${sheet.adresseClient}, ${sheet.magasinId}, ${sheet.entrepotId}, ${sheet.bordereauId}, ${lastEventSql(sheet.ticketId)},
        ${now}, ${now})
      on conflict do nothing returning id`)
  )?.id

/**
 * Returns the latest slip of these customers that is not cancelled and contains units of the article that are not
 * missing, and the store that supplies these units, if any. Returns undefined if there is no such slip.
 */
export const findLastDelivery = (db: Database, clientIds: string[], articleId: string) =>
  db.first(sql<Pick<RepairContext, 'bordereauId' | 'magasinId'>>`
    select bordereau.id as "bordereauId", (article->>'storeId')::bigint as "magasinId"
    from logistics.bordereau, json_array_elements(articles) as article
    where "clientId" = any(${clientIds}) and statut <> 'annule'
      and article->>'id' = ${articleId} and article->>'manquant' = '0'
    order by bordereau.id desc, "magasinId" limit 1`)

/** The lower bounds of the age groups in days. */
const AGES = [0, 3, 7, 14]

/**
 * Returns, for each age group, the number of open repairs of one store or of all and the creation time of the oldest
 * sheet, null for an empty group.
 */
export async function countOpenRepairs(db: Database, now: Date, magasinId: number | null = null) {
  const found = await db.rows(
    sql<{ deJours: number; nombre: number; plusAncienneLe: Date | null }>`
    select "deJours", count(begun) as nombre, min(begun) as "plusAncienneLe"
    from unnest(${AGES}::integer[]) as age ("deJours")
    left join (
      select "createdAt" as begun, (
        select max(least) from unnest(${AGES}::integer[]) as least
        where "createdAt" <= ${now}::timestamptz - least * interval '24 hours') as old
      from logistics.fiche_reparation
      where statut is distinct from ${sql.raw(`'${REPAIRED}'`)}
        and (${magasinId}::bigint is null or "magasinId" = ${magasinId}::bigint)) as open
      on coalesce(old, 0) = "deJours"
    group by "deJours" order by "deJours"`.fromReplica(),
  )
  return found.map(({ deJours, ...age }, i) => ({ deJours, aJours: AGES[i + 1] ?? null, ...age }))
}
