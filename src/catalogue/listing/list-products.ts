import type { Database } from '../../platform/database/database.ts'
import type { FacetSource } from './count-facets.ts'
import { type Filters, isFiltered, type Sort } from './filters.ts'
import { listedFacetRows, readPage, type StoredProduct, totalOf, type Window } from './store.ts'

/** Totals and facets are exact up to this number. */
export const MAX_COUNTED = 1_000

/** A page; `isFloor`: there are more than `total`. `shown`: how many can be paged through. */
export type ListPage = { products: StoredProduct[]; total: number; shown: number; isFloor: boolean }

/** A page of listed products, without a search. */
export async function listProducts(
  db: Database,
  filters: Filters,
  sort: Sort,
  window: Window,
): Promise<ListPage> {
  const page = await readPage(db, { total: totalOf(filters, MAX_COUNTED + 1), filters, sort, window })
  const isFloor = isFiltered(filters) && page.total > MAX_COUNTED
  const total = isFloor ? MAX_COUNTED : page.total
  return { products: page.products, total, shown: total, isFloor }
}

/** What the facets of a list count: each is asked for without its own filter. */
export const listFacets =
  (db: Database): FacetSource =>
  async filters => {
    const rows = await listedFacetRows(db, filters, MAX_COUNTED + 1)
    return { rows: rows.slice(0, MAX_COUNTED), isFloor: rows.length > MAX_COUNTED }
  }
