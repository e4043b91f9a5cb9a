import type { Database } from '../platform/database/database.ts'
import { paginationOf } from '../platform/http/pages.ts'
import type { Product, ProductSearch } from './schemas.ts'
import { countProducts, listProducts, searchProducts } from './store/search.ts'
import { understand } from './understand.ts'
import { familyKey } from './words.ts'

/** A search shows its best matches, so many at most; a list without one shows all. */
const MOST_MATCHES = 1_000

/** A page of listed products. `showCosts`: with what the shop pays for them. */
export async function findProducts(db: Database, query: ProductSearch, showCosts: boolean) {
  const { page, limit } = query
  const window = { limit, offset: (page - 1) * limit }
  const famille = query.famille?.trim() ? familyKey(query.famille) : undefined
  const { rows, total } = query.search?.trim()
    ? await search(query.search)
    : await Promise.all([listProducts(db, famille, window), countProducts(db, famille)]).then(
        ([rows, total]) => ({ rows, total }),
      )
  const data = rows.map(
    ({ document, prixDAchatFournisseurCents }): Product =>
      showCosts && prixDAchatFournisseurCents !== null
        ? { ...document, prixDAchatFournisseurCents }
        : document,
  )
  return { data, pagination: paginationOf(total, { page, limit }) }

  async function search(text: string) {
    const meaning = await understand(db, text)
    return meaning === undefined
      ? { rows: [], total: 0 }
      : searchProducts(db, meaning, famille, MOST_MATCHES, window)
  }
}
