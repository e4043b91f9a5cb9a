import type { Database, Tx } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { PageNumbers } from '../../platform/http/pages.ts'
import { inStores, type Stores } from '../store/limited-stores.ts'
import type { Slip, SlipSearch, SlipStatus, StoreSlips } from './schemas.ts'

const columns = sql`id, 'BL-' || lpad(id::text, greatest(8, length(id::text)), '0') as numero, "ordreId", "clientId",
  "storeId", "adresseLivraison", articles, retrait, statut, "trackingNumber", "adresseCorrigeeLe", "createdAt"`

/**
 * Inserts a slip; a second one of the same order and store is ignored. A stored correction replaces its address. If the
 * customer has been erased in the meantime, the slip has the pseudonym and no address.
 */
export const insertSlip = (tx: Tx, slip: Omit<Slip, 'id' | 'numero' | 'adresseCorrigeeLe'>) =>
  tx.run(sql`
    insert into logistics.bordereau (
      "ordreId", "clientId", "storeId", "adresseLivraison", articles, retrait, statut, "trackingNumber", "createdAt")
    select ${slip.ordreId}::text, coalesce(erased.pseudonyme, ${slip.clientId}), ${slip.storeId}::bigint,
      case when erased is null then coalesce(corrected.adresse, ${sql.json(slip.adresseLivraison)}::json) end, ${sql.json(slip.articles)}::json,
      ${slip.retrait}::boolean, ${slip.statut}::text, ${slip.trackingNumber}::text, ${slip.createdAt}::timestamptz
    from (select) as slip left join logistics.commande_effacee as erased on erased."ordreId" = ${slip.ordreId}
    left join logistics.adresse_corrigee as corrected on corrected."ordreId" = ${slip.ordreId}
    on conflict do nothing`)

/** Locks and returns the slips of an order. */
export const lockSlipsOfOrder = (tx: Tx, ordreId: string) =>
  tx.rows(sql<Pick<Slip, 'id' | 'statut' | 'storeId'>>`
    select id, statut, "storeId" from logistics.bordereau where "ordreId" = ${ordreId} order by id for update`)

type Change = { statut: SlipStatus; from: readonly SlipStatus[]; trackingNumber: string | null; now: Date }

const update = (which: Sql, { statut, from, trackingNumber, now }: Change) => sql`
  update logistics.bordereau
  set statut = ${statut}, "trackingNumber" = coalesce(${trackingNumber}, "trackingNumber"), "updatedAt" = ${now}
  where ${which} and statut = any(${from})`

/** Changes and returns a slip; undefined if its status is not in `from`. A null tracking number keeps the known one. */
export const changeSlip = (tx: Tx, id: number, change: Change) =>
  tx.first(sql<Slip>`${update(sql`id = ${id}`, change)} returning ${columns}`)

/** Changes every slip of an order that is in a status of `from`. */
export const changeSlipsOfOrder = (tx: Tx, ordreId: string, change: Change) =>
  tx.run(update(sql`"ordreId" = ${ordreId}`, change))

type Correction = { ordreId: string; version: number; adresse: unknown; corrigeeLe: Date }

/** Stores a correction. Returns false if this or a newer version is already stored, or the customer was erased. */
export const upsertCorrection = async (tx: Tx, { ordreId, version, adresse, corrigeeLe }: Correction) =>
  (await tx.run(sql`
    insert into logistics.adresse_corrigee as known ("ordreId", version, adresse, "corrigeeLe")
    select ${ordreId}::text, ${version}::integer, ${sql.json(adresse)}::json, ${corrigeeLe}::timestamptz
    where not exists (select from logistics.commande_effacee where "ordreId" = ${ordreId})
    on conflict ("ordreId") do update
      set version = excluded.version, adresse = excluded.adresse, "corrigeeLe" = excluded."corrigeeLe"
      where known.version < excluded.version`)) === 1

/** Applies the stored correction of an order, if there is one, to its slips that differ and are not sent, or to all. */
export const updateAddresses = (tx: Tx, ordreId: string, { evenSent }: { evenSent: boolean }, now: Date) =>
  tx.run(sql`
    update logistics.bordereau as slip
    set "adresseLivraison" = adresse, "adresseCorrigeeLe" = "corrigeeLe", "updatedAt" = ${now}
    from logistics.adresse_corrigee as corrected
    where slip."ordreId" = ${ordreId} and corrected."ordreId" = ${ordreId}
      and (${evenSent} or statut in ('a_preparer', 'incomplet', 'prepare'))
      and slip."adresseLivraison"::jsonb is distinct from adresse::jsonb`)

const slips = (which: Sql) => sql<Slip>`select ${columns} from logistics.bordereau where ${which}`

export const findSlip = (db: Database, id: number) => db.first(slips(sql`id = ${id}`))

/** Returns the existing slips with these ids, each once, in the given order. */
export const findSlips = async (db: Database, ids: readonly number[]) => {
  const found = await db.rows(slips(sql`id = any(${ids})`))
  const byId = new Map(found.map(slip => [slip.id, slip]))
  return [...new Set(ids)].flatMap(id => byId.get(id) ?? [])
}

type Filter = Pick<SlipSearch, 'ordreId' | 'statut' | 'storeId'> & { stores: Stores }

const matching = ({ ordreId, statut, storeId, stores }: Filter) => sql`
  true ${inStores(stores)}
    ${ordreId === undefined ? sql.empty : sql`and "ordreId" = ${ordreId}`}
    ${statut === undefined ? sql.empty : sql`and statut = ${statut}`}
    ${storeId === undefined ? sql.empty : sql`and "storeId" = ${storeId}`}`

/** Returns a page of slips, oldest first. */
export const readSlipPage = (db: Database, search: Filter, { page, limit }: PageNumbers) =>
  db.rows(slips(sql`${matching(search)} order by id ${sql.page(limit, (page - 1) * limit)}`).fromReplica())

export const countSlips = (db: Database, search: Filter) =>
  db.value(
    sql<{ total: number }>`
    select count(*) total from logistics.bordereau where ${matching(search)}`.fromReplica(),
  )

export const listSlipsOfOrder = (db: Database, ordreId: string, stores: Stores) =>
  db.rows(slips(sql`"ordreId" = ${ordreId} ${inStores(stores)} order by id`).fromReplica())

export const listSlipsAfter = (db: Database, stores: Stores, id: number, limit: number) =>
  db.rows(slips(sql`id > ${id} ${inStores(stores)} order by id limit ${limit}`).fromReplica())

/** Returns the numbers of slips that wait to be prepared or sent, by store. Only these slips are read. */
export const countWaitingByStore = (db: Database, stores: Stores) =>
  db.rows(
    sql<StoreSlips>`
    select "storeId", count(*) filter (where statut = 'a_preparer') as "aPreparer",
      count(*) filter (where statut = 'incomplet') as incomplets, count(*) filter (where statut = 'prepare') as prepares
    from logistics.bordereau where statut in ('a_preparer', 'incomplet', 'prepare') ${inStores(stores)}
    group by "storeId" order by "storeId"`.fromReplica(),
  )

/** The last manual change of an order. `correction` is the version of its last move back, 0 without one. */
export type FollowedOrder = {
  statut: string
  trackingNumber: string | null
  version: number
  correction: number
}

/**
 * Stores the last manual change of an order. Returns false if this or a newer version is already stored, because
 * messages arrive in any order.
 */
export const upsertFollowed = async (
  tx: Tx,
  ordreId: string,
  { statut, trackingNumber, version, correction }: FollowedOrder,
) =>
  (await tx.run(sql`
    insert into logistics.commande_suivie as known ("ordreId", statut, "trackingNumber", version, correction)
    values (${ordreId}, ${statut}, ${trackingNumber}, ${version}, ${correction})
    on conflict ("ordreId") do update
      set statut = excluded.statut, "trackingNumber" = excluded."trackingNumber", version = excluded.version,
        correction = excluded.correction
      where known.version < excluded.version`)) === 1

export const findFollowed = (db: Database, ordreId: string) =>
  db.first(sql<FollowedOrder>`
    select statut, "trackingNumber", version, correction from logistics.commande_suivie where "ordreId" = ${ordreId}`)
