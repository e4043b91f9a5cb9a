import MiniSearch from 'minisearch'
import { deriveRecords, indexProducts } from '../../src/catalogue/index/index-products.ts'
import { findProducts } from '../../src/catalogue/search/search-products.ts'
import { createPool, type DatabasePool } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { plain } from '../../src/platform/text.ts'
import { change } from '../../test/support/catalogue.ts'
import type { Product } from './judged-set.ts'
import { TOP } from './measure.ts'

/** Returns the EANs of the first ten results, in order. */
export type Engine = (typed: string) => Promise<string[]>

/** Inserts the products into an empty database; returns the catalogue's search, with and without
 * `pertinents`, and its pool, which callers close. */
export async function createOwnSearch(url: string, products: readonly Product[]) {
  const folder = new URL('../../src/catalogue/migrations/', import.meta.url)
  await migrate(url, [{ schema: 'catalogue', folder }])
  const db = createPool(url, { size: 2, onError: console.error })
  const read = await deriveRecords(products.map((product, i) => change(i + 1, 1, publishedFieldsOf(product))))
  await db.transaction(tx =>
    indexProducts(tx, read, { now: new Date(0), schedulePendingListMerge: () => {} }),
  )
  const createSearch =
    (pertinents: boolean): Engine =>
    async typed => {
      const answer = await findProducts(db, { search: typed, page: 1, limit: TOP, pertinents }, false)
      const { data }: { data: { ean: string }[] } = JSON.parse(answer)
      return data.map(({ ean }) => ean)
    }
  return { db, search: createSearch(false), searchTitles: createSearch(true) }
}

/** The published fields of a product, without those used for grading. */
export const publishedFieldsOf = ({
  ean,
  sku,
  nom,
  marque,
  categories,
  description,
  prixDeVenteCents,
}: Product) => ({
  ...{ ean, sku, nom, marque, categories, description, prixDeVenteCents },
})

/**
 * MiniSearch as its documentation recommends: prefixes, an edit distance of a fifth of the word, and the highest weight
 * on the name.
 */
export function createMiniSearch(products: readonly Product[]): Engine {
  const index = new MiniSearch<Product>({
    fields: ['nom', 'marque', 'categories', 'description', 'ean', 'sku'],
    idField: 'ean',
    processTerm: plain,
    searchOptions: { boost: { nom: 3, marque: 2, categories: 2 }, prefix: true, fuzzy: 0.2 },
  })
  index.addAll(products)
  return async typed =>
    index
      .search(typed)
      .slice(0, TOP)
      .map(({ id }) => id)
}

/** PostgreSQL's full-text search: one weighted `tsvector`, `websearch_to_tsquery` and `ts_rank`. */
export async function createVectorSearch(db: DatabasePool, products: readonly Product[]): Promise<Engine> {
  await db.pg.query(`create table public.juge (ean text, mots tsvector)`)
  await db.pg.query(
    `insert into public.juge select ean, setweight(to_tsvector('simple', nom), 'A')
      || setweight(to_tsvector('simple', marque || ' ' || categories), 'B')
      || to_tsvector('simple', description || ' ' || ean || ' ' || sku)
    from json_to_recordset($1) as given (ean text, sku text, nom text, marque text, categories text, description text)`,
    [JSON.stringify(products.map(product => onlyPlain(publishedFieldsOf(product))))],
  )
  return async typed => {
    const { rows } = await db.pg.query<{ ean: string }>(
      `select ean from public.juge, websearch_to_tsquery('simple', $1) asked where mots @@ asked
      order by ts_rank(mots, asked) desc, ean limit ${TOP}`,
      [plain(typed)],
    )
    return rows.map(({ ean }) => ean)
  }
}

const onlyPlain = (product: ReturnType<typeof publishedFieldsOf>) =>
  Object.fromEntries(Object.entries(product).map(([name, value]) => [name, plain(String(value))]))
