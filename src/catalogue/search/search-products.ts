import type { Database } from '../../platform/database/database.ts'
import { paginationOf } from '../../platform/http/pages.ts'
import { countFacets, type FacetSource } from '../listing/count-facets.ts'
import { type Filters, isFiltered, readFilters } from '../listing/filters.ts'
import {
  type PageQuery,
  readFacetRows,
  readListedFacetRows,
  readPage,
  type StoredProduct,
  totalOf,
} from '../listing/store.ts'
import type { Reducer } from '../reductions/reduce.ts'
import type { ReducedPrice } from '../reductions/reduced-price.ts'
import type { ProductSearch } from '../schemas.ts'
import { parseSearch } from './parse-search.ts'
import { createRelaxedRankings, rankingOf } from './ranking.ts'
import {
  MAX_RESULTS,
  type Results,
  rankResults,
  readIds,
  readResultPage,
  resultsOf,
  selectFacetRows,
} from './store.ts'

/** The facets of a list, and its total if it is filtered by more than a family, are exact up to this number. */
const MAX_COUNTED = 1_000

/** A page. `isFloor`: `total` is a lower bound. */
type ListPage = { products: StoredProduct[]; total: number; isFloor: boolean }

/** Returns a page of listed products without a search. */
async function listProducts(db: Database, query: PageQuery): Promise<ListPage> {
  const { products, total } = await readPage(db, query, totalOf(query.filters, MAX_COUNTED + 1))
  const isFloor = isFiltered(query.filters) && total > MAX_COUNTED
  return { products, total: isFloor ? MAX_COUNTED : total, isFloor }
}

/** Returns a source of the rows that the facets of a list count, up to `MAX_COUNTED`. */
const listFacets =
  (db: Database): FacetSource =>
  async filters => {
    const rows = await readListedFacetRows(db, filters, MAX_COUNTED + 1)
    return { rows: rows.slice(0, MAX_COUNTED), isFloor: rows.length > MAX_COUNTED }
  }

/** If no product has all words, searches with fewer words are added until this number of products is found. */
const MIN_RESULTS = 20

/**
 * Returns a page of listed products as the JSON text of a `ProductList`. `showCosts`: with purchase prices. `reduce` returns
 * the reduced prices to add.
 */
export async function findProducts(
  db: Database,
  query: ProductSearch,
  showCosts: boolean,
  reduce?: Reducer,
): Promise<string> {
  const { page, limit, search, sort = 'pertinence' } = query
  const filters = await readFilters(db, query)
  const pageQuery = { filters, sort, limit, offset: (page - 1) * limit }
  const found = search?.trim()
    ? await searchProducts(db, search, pageQuery, query.pertinents)
    : { ...(await listProducts(db, pageQuery)), facets: listFacets(db), isApproximate: false }
  const facets = query.facettes ? await countFacets(db, filters, found.facets) : undefined
  const reduced = await reduce?.(found.products)
  const pagination = {
    ...paginationOf(found.total, { page, limit }),
    ...(found.isFloor && { totalMinimum: true }),
  }
  return (
    `{"data":[${found.products.map(product => renderProduct(product, showCosts, reduced?.get(product.id))).join(',')}]` +
    `,"pagination":${JSON.stringify(pagination)}` +
    (found.isApproximate ? ',"approchee":true' : '') +
    (facets ? `,"facettes":${JSON.stringify(facets)}}` : '}')
  )
}

/** Appends to the stored JSON as text, because parsing it would be most of the work. */
function renderProduct(
  { document, enStock, stockConnu, prixDAchatFournisseurCents: cents }: StoredProduct,
  showCosts: boolean,
  reduced?: ReducedPrice,
) {
  const cost = showCosts && cents !== null ? `,"prixDAchatFournisseurCents":${cents}` : ''
  const prices = reduced ? `,${JSON.stringify(reduced).slice(1, -1)}` : ''
  return `${document.slice(0, -1)},"enStock":${enStock},"stockConnu":${stockConnu}${cost}${prices}}`
}

/** `isApproximate`: the products have only some of the words. */
type SearchPage = ListPage & { facets: FacetSource; isApproximate: boolean }

/**
 * Returns a page of the results: by default products whose identifier equals the search, then those with all words; with
 * `inTitle`, those that have a word in their title, if there are any. Only if no family has results, those with some of
 * several words.
 */
async function searchProducts(
  db: Database,
  search: string,
  query: PageQuery,
  inTitle = false,
): Promise<SearchPage> {
  const { family } = query.filters
  const { words, identified, listed } = await parseSearch(db, search)
  const ranking = rankingOf(words)
  const page = async (resultsIn: (family: Filters['family']) => Results, isApproximate: boolean) => {
    const found = await readResultPage(db, resultsIn(family), query)
    const isFloor = found.matching >= MAX_RESULTS
    const facets: FacetSource = async chosen => {
      const rows = await readFacetRows(db, selectFacetRows(resultsIn(chosen.family), chosen))
      return { rows, isFloor }
    }
    return { ...found, isFloor, facets, isApproximate }
  }
  const rankings = inTitle && ranking ? [{ ...ranking, inTitle }, ranking] : [ranking]
  for (const each of ranking || identified.length > 0 ? rankings : []) {
    const resultsIn = (within: Filters['family']) =>
      rankResults({ ranking: each, identified, family: within })
    const found = await page(resultsIn, false)
    if (found.matching > 0) return found
    // Matches outside the family mean that the words need no relaxing.
    const ids = family ? await readIds(db, resultsIn(undefined)) : []
    if (ids.length > 0) return page(() => resultsOf(ids), false)
  }
  const ids = words.length > 1 ? await findSome() : []
  return page(() => resultsOf(ids), ids.length > 0)

  async function findSome() {
    const terms = words.flatMap(({ term }) => term ?? [])
    const some = new Set<number>()
    for (const relaxed of createRelaxedRankings(terms, words.length, listed)) {
      if (some.size >= MIN_RESULTS) break
      const found = await readIds(db, rankResults({ ranking: relaxed, identified: [], family: undefined }))
      for (const id of found) some.add(id)
    }
    return [...some]
  }
}
