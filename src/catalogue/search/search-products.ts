import type { Database } from '../../platform/database/database.ts'
import { paginationOf } from '../../platform/http/pages.ts'
import { countFacets, type FacetRows } from '../facets/count-facets.ts'
import { type Filters, filtersOf } from '../listing/asked.ts'
import { type Listed, listProducts, rowsOfList } from '../listing/list-products.ts'
import type { Window } from '../listing/store/lists.ts'
import type { ProductSearch } from '../schemas.ts'
import { pageOfFound, rowsOfFound } from './narrow-search.ts'
import { seek } from './seek.ts'
import { type Found, showProducts } from './store.ts'

/** The product as it is answered: its JSON is kept, and taking it apart to add to it would be most of the work. */
function shown({ document, enStock, prixDAchatFournisseurCents: cents }: Found, showCosts: boolean) {
  const cost = showCosts && cents !== null ? `,"prixDAchatFournisseurCents":${cents}` : ''
  return `${document.slice(0, -1)},"enStock":${enStock}${cost}}`
}

type Query = Pick<ProductSearch, 'page' | 'limit'> & Partial<ProductSearch>

/** A page of listed products, as the text of a `ProductList`. `showCosts`: with what the shop pays for them. */
export async function findProducts(db: Database, query: Query, showCosts: boolean) {
  const { page, limit } = query
  const filters = filtersOf(query)
  const { list, facetRows, approximate } = await matches(db, query, filters, {
    limit,
    offset: (page - 1) * limit,
  })
  const [rows, facettes] = await Promise.all([
    list.ids.length > 0 ? showProducts(db, list.ids) : [],
    query.facettes ? countFacets(db, filters, facetRows) : undefined,
  ])
  const products = rows.map(row => shown(row, showCosts)).join(',')
  const pagination = {
    ...paginationOf(list.shown, { page, limit }),
    total: list.total,
    ...(list.isFloor && { totalMinimum: true }),
  }
  const facets = facettes ? `,"facettes":${JSON.stringify(facettes)}` : ''
  const approchee = approximate ? ',"approchee":true' : ''
  return `{"data":[${products}],"pagination":${JSON.stringify(pagination)}${approchee}${facets}}`
}

/** `approximate`: they have some of the words only. */
type Matches = { list: Listed; facetRows: FacetRows; approximate?: boolean }

async function matches(db: Database, query: Query, filters: Filters, window: Window): Promise<Matches> {
  const { search, sort } = query
  if (!search?.trim())
    return {
      list: await listProducts(db, filters, sort ?? 'pertinence', window),
      facetRows: rowsOfList(db),
    }
  const found = await seek(db, search, filters.famille)
  return {
    list: await pageOfFound(db, found, { filters, sort, window }),
    facetRows: rowsOfFound(db, found, filters.famille),
    approximate: found.inFamily.approximate,
  }
}
