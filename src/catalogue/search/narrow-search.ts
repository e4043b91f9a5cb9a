import type { Database } from '../../platform/database/database.ts'
import type { FacetRows } from '../facets/count-facets.ts'
import { type Filters, isNarrowed, type Sort } from '../listing/asked.ts'
import type { Listed } from '../listing/list-products.ts'
import { passes, sorted } from '../listing/narrow.ts'
import { rowsOf, type Window } from '../listing/store/lists.ts'
import type { SearchResult } from './search-ids.ts'
import type { Search } from './seek.ts'
import { MOST_MATCHES } from './shares.ts'

type Asked = { filters: Filters; sort: Sort | undefined; window: Window }

const pageOf = (ids: readonly number[], { offset, limit }: Window) => ids.slice(offset, offset + limit)

/** Whether a page shows what is found in its order, but for a family that it was found in. */
const isInOrder = ({ filters, sort }: Asked) =>
  !isNarrowed(filters) && (sort === undefined || sort === 'pertinence')

/**
 * A page of what was found, narrowed and sorted. Of more than a search shows, its best thousand are: what is left of them is
 * a floor.
 */
export async function pageOfFound(db: Database, found: Search, asked: Asked): Promise<Listed> {
  const { filters, sort, window } = asked
  const { inFamily } = found
  const { ids: best, more } = inFamily
  const total = more ? MOST_MATCHES : best.length
  if (found.isNarrowed && isInOrder(asked))
    return { ids: pageOf(best, window), total, shown: total, isFloor: more }
  const rows = (await rowsOf(db, best, filters.famille)).filter(row => passes(row, filters))
  const ids = sorted(rows, sort).map(({ id }) => id)
  return { ids: pageOf(ids, window), total: ids.length, shown: ids.length, isFloor: more }
}

/** What a facet of a search counts. Categories are counted in what was found in all families. */
export function rowsOfFound(db: Database, { all, inFamily }: Search, famille: string | undefined): FacetRows {
  const read = remembered((sought: SearchResult) => rowsOf(db, sought.ids, famille))
  return async filters => {
    const sought = filters.famille === undefined ? all : inFamily
    const rows = (await read(sought)).filter(row => passes(row, filters))
    return { rows, isFloor: sought.more }
  }
}

function remembered<Key, Value>(read: (key: Key) => Promise<Value>) {
  const known = new Map<Key, Promise<Value>>()
  return (key: Key) => {
    const value = known.get(key) ?? read(key)
    known.set(key, value)
    return value
  }
}
