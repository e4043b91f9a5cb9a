import { sql } from '../../platform/database/sql.ts'

/** The stores to which a list is limited; undefined for all. */
export type Stores = readonly number[] | undefined

/** Returns the condition, preceded by `and`, that limits rows with a `storeId` to these stores. */
export const inStores = (stores: Stores) =>
  stores === undefined ? sql.empty : sql`and "storeId" = any(${stores}::bigint[])`
