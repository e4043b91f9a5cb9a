import type { Database } from '../../platform/database/database.ts'
import { type FacetRows, MOST_COUNTED } from '../facets/count-facets.ts'
import { countListed } from '../read-model/store/counts.ts'
import { knownWords } from '../words/store.ts'
import { type Filters, isNarrowed, type Sort } from './asked.ts'
import { pageOfAll } from './store/all-products.ts'
import { type Aisle, countOfBrand, countUpTo, listedIds, listedRows, type Window } from './store/lists.ts'

/** A page of ids; `total` match, or more where it is a floor (`isFloor`); `shown` of them can be paged through. */
export type Listed = { ids: readonly number[]; total: number; shown: number; isFloor: boolean }

/** Products in a family, or all that are listed. Kept, so exact however many they are. */
const countFamily = async (db: Database, famille: string | undefined) =>
  famille === undefined ? countListed(db) : ((await knownWords(db, [famille]))[0]?.nombreNom ?? 0)

/** The smallest aisle that holds all that is looked for. */
async function aisleFor(db: Database, { famille, marque }: Filters): Promise<Aisle> {
  const wide = famille === undefined ? 'all' : 'family'
  if (!marque) return wide
  const [inFamily, ofBrand] = await Promise.all([countFamily(db, famille), countOfBrand(db, marque)])
  return ofBrand < inFamily ? 'brand' : wide
}

const exact = ({ total, ids }: Pick<Listed, 'total' | 'ids'>) => ({
  ids,
  total,
  shown: total,
  isFloor: false,
})

/** A page of listed products, without a search. */
export async function listProducts(
  db: Database,
  filters: Filters,
  sort: Sort,
  window: Window,
): Promise<Listed> {
  if (!isNarrowed(filters)) {
    if (filters.famille === undefined) return exact(await pageOfAll(db, sort, window))
    const total = await countFamily(db, filters.famille)
    // Beyond the last of them nothing is read.
    const ids = total > window.offset ? await listedIds(db, 'family', filters, sort, window) : []
    return exact({ total, ids })
  }
  const aisle = await aisleFor(db, filters)
  const counted = await countUpTo(db, aisle, filters, MOST_COUNTED + 1)
  const isFloor = counted > MOST_COUNTED
  const total = Math.min(counted, MOST_COUNTED)
  const ids = counted > window.offset ? await listedIds(db, aisle, filters, sort, window) : []
  return { ids, total, shown: total, isFloor }
}

/** What a facet of a list counts: each is asked for without its own filter. */
export const rowsOfList =
  (db: Database): FacetRows =>
  async filters => {
    const rows = await listedRows(db, await aisleFor(db, filters), filters, MOST_COUNTED + 1)
    return { rows: rows.slice(0, MOST_COUNTED), isFloor: rows.length > MOST_COUNTED }
  }
