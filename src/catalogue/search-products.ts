import type { Database } from '../platform/database/database.ts'
import { paginationOf } from '../platform/http/pages.ts'
import type { ProductSearch } from './schemas.ts'
import { countProducts, type Found, listProducts, searchProducts } from './store/search.ts'
import { understand } from './understand.ts'
import { familyKey } from './words.ts'

/** A search shows its best matches, so many at most; a list without one shows all. */
const MOST_MATCHES = 1_000

const withCost = ({ document, prixDAchatFournisseurCents: cents }: Found) =>
  cents === null ? document : `${document.slice(0, -1)},"prixDAchatFournisseurCents":${cents}}`

/**
 * A page of listed products, as the text of a `ProductList`: the read model keeps each product as JSON, and taking it
 * apart to put it together again would be most of the work. `showCosts`: with what the shop pays for them.
 */
export async function findProducts(db: Database, query: ProductSearch, showCosts: boolean) {
  const { page, limit } = query
  const window = { limit, offset: (page - 1) * limit }
  const famille = query.famille?.trim() ? familyKey(query.famille) : undefined
  const { rows, total } = await (query.search?.trim() ? search(query.search) : list())
  const products = rows.map(row => (showCosts ? withCost(row) : row.document)).join(',')
  return `{"data":[${products}],"pagination":${JSON.stringify(paginationOf(total, { page, limit }))}}`

  async function list() {
    const total = await countProducts(db, famille)
    return { rows: window.offset < total ? await listProducts(db, famille, total, window) : [], total }
  }

  async function search(text: string) {
    const meaning = await understand(db, text)
    return meaning === undefined
      ? { rows: [], total: 0 }
      : searchProducts(db, meaning, famille, MOST_MATCHES, window)
  }
}
