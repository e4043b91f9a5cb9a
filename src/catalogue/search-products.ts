import type { Database } from '../platform/database/database.ts'
import { paginationOf } from '../platform/http/pages.ts'
import { familyWord } from './families.ts'
import { MOST_MATCHES, matchProducts } from './match-products.ts'
import type { ProductSearch } from './schemas.ts'
import { countListed } from './store/counts.ts'
import { type Found, idsUnder, listedIds, showProducts, type Window } from './store/search.ts'
import { knownWords, type WordCount } from './store/words.ts'
import { readWords } from './understand.ts'

type Matches = { ids: number[]; total: number }
const NONE: Matches = { ids: [], total: 0 }

const withCost = ({ document, prixDAchatFournisseurCents: cents }: Found) =>
  cents === null ? document : `${document.slice(0, -1)},"prixDAchatFournisseurCents":${cents}}`

/**
 * A page of listed products, as the text of a `ProductList`: the read model keeps each product as JSON, and taking it
 * apart to put it together again would be most of the work. `showCosts`: with what the shop pays for them.
 */
export async function findProducts(db: Database, query: ProductSearch, showCosts: boolean) {
  const { page, limit } = query
  const { ids, total } = await matches(db, query, { limit, offset: (page - 1) * limit })
  const rows = ids.length > 0 ? await showProducts(db, ids) : []
  const products = rows.map(row => (showCosts ? withCost(row) : row.document)).join(',')
  return `{"data":[${products}],"pagination":${JSON.stringify(paginationOf(total, { page, limit }))}}`
}

async function matches(db: Database, { search, famille }: ProductSearch, window: Window): Promise<Matches> {
  const [family] = famille?.trim() ? await knownWords(db, [familyWord(famille)]) : []
  if (famille?.trim() && !family) return NONE
  if (search?.trim()) return searched(db, search, family, window)
  if (family) return listed(family.nombreNom, window, () => idsUnder(db, family.mot, window))
  return listed(await countListed(db), window, () => listedIds(db, window))
}

const listed = async (
  total: number,
  { offset }: Window,
  read: () => Promise<number[]>,
): Promise<Matches> => ({
  ids: offset < total ? await read() : [],
  total,
})

async function searched(
  db: Database,
  search: string,
  family: WordCount | undefined,
  window: Window,
): Promise<Matches> {
  const words = await readWords(db, search)
  if (words.length === 0) return NONE
  const [only] = words.length === 1 && !family ? words : []
  if (only?.literal && 'mot' in only.literal && only.literal.nombreNom >= MOST_MATCHES) {
    const { mot, nombreNom } = only.literal
    return listed(nombreNom, window, () => idsUnder(db, mot, window))
  }
  const ids = await matchProducts(db, words, family)
  return { ids: ids.slice(window.offset, window.offset + window.limit), total: ids.length }
}
