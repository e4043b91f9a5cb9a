import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { CountedStock, CountedStockSearch } from '../../stock-schemas.ts'
import { counted, free, listed } from '../store.ts'

type Filter = Pick<CountedStockSearch, 'storeId' | 'productIds' | 'sousSeuil'>

const matching = ({ storeId, productIds, sousSeuil }: Filter) => sql`
  ${listed}
  ${storeId === undefined ? sql.empty : sql`and "storeId" = ${storeId}`}
  ${productIds === undefined ? sql.empty : sql`and "productId" = any(${productIds.split(',').map(Number)}::bigint[])`}
  ${sousSeuil === undefined ? sql.empty : sousSeuil ? sql`and ${isLow}` : sql`and (seuil is null or ${free} >= seuil)`}`

const isLow = sql`seuil is not null and ${free} < seuil`

type Page = { page: number; limit: number }

/** By store, in the order in which its products came. */
export const pageOfCounted = (db: Database, filter: Filter, { page, limit }: Page) =>
  db.rows(
    sql<CountedStock>`
    select ${counted} from logistics.stock where ${matching(filter)}
    order by "storeId", rang limit ${limit} offset ${(page - 1) * limit}`.fromReplica(),
  )

export const countCounted = async (db: Database, filter: Filter) =>
  (
    await db.one(
      sql<{
        total: number
      }>`select count(*) total from logistics.stock where ${matching(filter)}`.fromReplica(),
    )
  ).total
