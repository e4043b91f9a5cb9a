import type { Database } from '../../platform/database/database.ts'
import { paginationOf } from '../../platform/http/pages.ts'
import { countListed } from '../read-model/store/counts.ts'
import type { ProductSearch } from '../schemas.ts'
import { familyWord } from '../words/families.ts'
import { knownWords, type WordCount } from '../words/store.ts'
import { searchIds } from './search-ids.ts'
import { type Found, listedProducts, productsOfFamily, showProducts, type Window } from './store.ts'

/** `total` match; `shown` of them can be paged through. `approximate`: they have some of the words only. */
type Matches = { rows: Found[]; total: number; shown: number; approximate?: boolean }
const NONE: Matches = { rows: [], total: 0, shown: 0 }

const withCost = ({ document, prixDAchatFournisseurCents: cents }: Found) =>
  cents === null ? document : `${document.slice(0, -1)},"prixDAchatFournisseurCents":${cents}}`

/**
 * A page of listed products, as the text of a `ProductList`: the read model keeps each product as JSON, and taking it
 * apart to put it together again would be most of the work. `showCosts`: with what the shop pays for them.
 */
export async function findProducts(db: Database, query: ProductSearch, showCosts: boolean) {
  const { page, limit } = query
  const { rows, total, shown, approximate } = await matches(db, query, { limit, offset: (page - 1) * limit })
  const products = rows.map(row => (showCosts ? withCost(row) : row.document)).join(',')
  const pagination = JSON.stringify({ ...paginationOf(shown, { page, limit }), total })
  return `{"data":[${products}],"pagination":${pagination}${approximate ? ',"approchee":true' : ''}}`
}

async function matches(db: Database, { search, famille }: ProductSearch, window: Window): Promise<Matches> {
  const [family] = famille?.trim() ? await knownWords(db, [familyWord(famille)]) : []
  if (famille?.trim() && !family) return NONE
  if (search?.trim()) return searched(db, search, family, window)
  if (family && family.nombreNom <= window.offset) return listed(family.nombreNom, [])
  if (family) return listed(family.nombreNom, await productsOfFamily(db, family.mot, window))
  return listed(...(await Promise.all([countListed(db), listedProducts(db, window)])))
}

const listed = (total: number, rows: Found[]): Matches => ({ rows, total, shown: total })

async function searched(
  db: Database,
  search: string,
  family: WordCount | undefined,
  window: Window,
): Promise<Matches> {
  const { ids, approximate } = await searchIds(db, search, family)
  const page = ids.slice(window.offset, window.offset + window.limit)
  const rows = page.length > 0 ? await showProducts(db, page) : []
  return { rows, total: ids.length, shown: ids.length, approximate }
}
