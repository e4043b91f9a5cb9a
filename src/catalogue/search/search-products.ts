import type { Database } from '../../platform/database/database.ts'
import { paginationOf } from '../../platform/http/pages.ts'
import { countListed } from '../read-model/store/counts.ts'
import type { ProductSearch } from '../schemas.ts'
import { familyWord } from '../words/families.ts'
import { knownWords, type WordCount } from '../words/store.ts'
import { MOST_MATCHES, matchProducts } from './match-products.ts'
import { type Found, listedProducts, productsOfFamily, showProducts, type Window } from './store.ts'
import { readWords, type Word } from './understand.ts'

/** `total` match; `shown` of them can be paged through. */
type Matches = { rows: Found[]; total: number; shown: number }
const NONE: Matches = { rows: [], total: 0, shown: 0 }

const withCost = ({ document, prixDAchatFournisseurCents: cents }: Found) =>
  cents === null ? document : `${document.slice(0, -1)},"prixDAchatFournisseurCents":${cents}}`

/**
 * A page of listed products, as the text of a `ProductList`: the read model keeps each product as JSON, and taking it
 * apart to put it together again would be most of the work. `showCosts`: with what the shop pays for them.
 */
export async function findProducts(db: Database, query: ProductSearch, showCosts: boolean) {
  const { page, limit } = query
  const { rows, total, shown } = await matches(db, query, { limit, offset: (page - 1) * limit })
  const products = rows.map(row => (showCosts ? withCost(row) : row.document)).join(',')
  return `{"data":[${products}],"pagination":${JSON.stringify({ ...paginationOf(shown, { page, limit }), total })}}`
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
  const [words, products] = await Promise.all([readWords(db, search), countListed(db)])
  if (words.length === 0) return NONE
  const ids = await matchProducts(db, words, family, products)
  const page = ids.slice(window.offset, window.offset + window.limit)
  return {
    rows: page.length > 0 ? await showProducts(db, page) : [],
    total: Math.max(ids.length, ids.length === MOST_MATCHES ? keptTotal(words, family) : 0),
    shown: ids.length,
  }
}

/** How many products have the word, where there is but one. */
const keptTotal = ([first, ...others]: readonly Word[], family: WordCount | undefined) =>
  first?.literal && 'mot' in first.literal && others.length === 0 && !family ? first.literal.nombreTexte : 0
