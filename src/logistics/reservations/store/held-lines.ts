import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { HeldLine, HeldLineSearch } from '../../reservation-schemas.ts'

type Filter = Pick<HeldLineSearch, 'productId' | 'storeId' | 'ordreId'>

/** Active reservations are those of the last half hour, and an index of their own finds them; the lines of all orders are many. */
const matching = ({ productId, storeId, ordreId }: Filter) => sql`
  from logistics.reservation join logistics.ligne using ("ordreId")
  where statut = 'active' and quantite > 0
    ${productId === undefined ? sql.empty : sql`and "productId" = ${productId}`}
    ${storeId === undefined ? sql.empty : sql`and "storeId" = ${storeId}`}
    ${ordreId === undefined ? sql.empty : sql`and "ordreId" = ${ordreId}`}`

export const pageOfHeld = (db: Database, filter: Filter, { page, limit }: { page: number; limit: number }) =>
  db.rows(
    sql<HeldLine>`
    select "ordreId", "productId", "storeId", quantite, reservation."createdAt", "expireLe" ${matching(filter)}
    order by "expireLe", "ordreId", "productId", "storeId" limit ${limit} offset ${(page - 1) * limit}`.fromReplica(),
  )

export const countHeld = async (db: Database, filter: Filter) =>
  (await db.one(sql<{ total: number }>`select count(*) total ${matching(filter)}`.fromReplica())).total
