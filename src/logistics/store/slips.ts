import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Slip, SlipSearch } from '../schemas.ts'

const columns = sql`id, 'BL-' || lpad(id::text, greatest(8, length(id::text)), '0') as numero, "ordreId", "clientId",
  "adresseLivraison", articles, statut, "createdAt"`

/** Once an order: a second one is not written. */
export const insertSlip = (tx: Tx, slip: Omit<Slip, 'id' | 'numero'>) =>
  tx.run(sql`
    insert into logistics.bordereau ("ordreId", "clientId", "adresseLivraison", articles, statut, "createdAt")
    values (${slip.ordreId}, ${slip.clientId}, ${sql.json(slip.adresseLivraison)}, ${sql.json(slip.articles)},
      ${slip.statut}, ${slip.createdAt})
    on conflict do nothing`)

export const cancelSlip = (tx: Tx, ordreId: string) =>
  tx.run(sql`update logistics.bordereau set statut = 'annule' where "ordreId" = ${ordreId}`)

/** Oldest first; all of them unless a page is asked for. */
export const listSlips = (db: Database, { ordreId, page, limit }: SlipSearch) => {
  const size = limit ?? (page ? 20 : undefined)
  return db.rows(sql<Slip>`
    select ${columns} from logistics.bordereau
    ${ordreId ? sql`where "ordreId" = ${ordreId}` : sql.empty}
    order by id
    ${size ? sql`limit ${size} offset ${((page ?? 1) - 1) * size}` : sql.empty}`)
}
