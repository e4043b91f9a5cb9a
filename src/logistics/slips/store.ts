import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Slip } from './schemas.ts'

const columns = sql`id, 'BL-' || lpad(id::text, greatest(8, length(id::text)), '0') as numero, "ordreId", "clientId",
  "adresseLivraison", articles, statut, "createdAt"`

/** Once an order: a second one is not written. Without the address, when its customer has been erased meanwhile. */
export const insertSlip = (tx: Tx, slip: Omit<Slip, 'id' | 'numero'>) =>
  tx.run(sql`
    insert into logistics.bordereau ("ordreId", "clientId", "adresseLivraison", articles, statut, "createdAt")
    select ${slip.ordreId}::text, coalesce(erased.pseudonyme, ${slip.clientId}),
      case when erased is null then ${sql.json(slip.adresseLivraison)}::json end, ${sql.json(slip.articles)}::json,
      ${slip.statut}::text, ${slip.createdAt}::timestamptz
    from (select) as slip left join logistics.commande_effacee as erased on erased."ordreId" = ${slip.ordreId}
    on conflict do nothing`)

export const cancelSlip = (tx: Tx, ordreId: string) =>
  tx.run(sql`update logistics.bordereau set statut = 'annule' where "ordreId" = ${ordreId}`)

/** Oldest first. */
export const pageOfSlips = (
  db: Database,
  ordreId: string | undefined,
  { page, limit }: { page: number; limit: number },
) =>
  db.rows(
    sql<Slip>`
    select ${columns} from logistics.bordereau
    ${ordreId ? sql`where "ordreId" = ${ordreId}` : sql.empty}
    order by id limit ${limit} offset ${(page - 1) * limit}`.fromReplica(),
  )

export const slipsAfter = (db: Database, id: number, limit: number) =>
  db.rows(
    sql<Slip>`
    select ${columns} from logistics.bordereau where id > ${id} order by id limit ${limit}`.fromReplica(),
  )
