import type { Database } from '../../platform/database/database.ts'
import { readLabels } from '../index/store.ts'
import type { Facets } from '../schemas.ts'
import { categoryOf } from '../words/categories.ts'
import { type Filters, hasPrice } from './filters.ts'
import type { FacetRow } from './store.ts'

const MAX_VALUES = 100

/** Returns the products that a facet counts with these filters. `isFloor`: there may be more. */
export type FacetSource = (filters: Filters) => Promise<{ rows: readonly FacetRow[]; isFloor: boolean }>

/**
 * Counts the matching products by category, brand and price. Each facet ignores its own filter: next to the selected
 * brand, it shows the other brands with the totals that their lists would have.
 */
export async function countFacets(db: Database, filters: Filters, find: FacetSource): Promise<Facets> {
  const filtered = find(filters)
  const [inCategories, ofBrands, byPrice] = await Promise.all([
    filters.family === undefined ? filtered : find({ ...filters, family: undefined }),
    filters.marque === undefined ? filtered : find({ ...filters, marque: undefined }),
    hasPrice(filters) ? find({ ...filters, prixMin: undefined, prixMax: undefined }) : filtered,
  ])
  const [categories, marques] = await Promise.all([
    countCategories(db, inCategories.rows),
    countBrands(db, ofBrands.rows),
  ])
  const isFloor = [inCategories, ofBrands, byPrice].some(found => found.isFloor)
  return { categories, marques, prix: countPrices(byPrice.rows), ...(isFloor && { totalMinimum: true }) }
}

function tally<Key>(keys: Iterable<Key>) {
  const counts = new Map<Key, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** Returns at most 100 values, those with the most products first. */
const ranked = (counts: { valeur: string; nombre: number }[]) =>
  counts
    .sort((a, b) => b.nombre - a.nombre || (a.valeur < b.valeur ? -1 : a.valeur > b.valeur ? 1 : 0))
    .slice(0, MAX_VALUES)

/** Each value is a path from the first level on; its number counts the rows of that family. */
async function countCategories(db: Database, rows: readonly FacetRow[]) {
  const byCategory = tally(rows.map(({ categorie }) => categorie))
  const inFamily = new Map<string, number>()
  const values = new Map<string, string>()
  for (const [key, path] of await readLabels(db, 'categorie', [...byCategory.keys()])) {
    const { families, paths } = categoryOf(path)
    for (const family of families)
      inFamily.set(family, (inFamily.get(family) ?? 0) + (byCategory.get(key) ?? 0))
    for (const { term, path: valeur } of paths) values.set(term, valeur)
  }
  return ranked([...values].map(([family, valeur]) => ({ valeur, nombre: inFamily.get(family) ?? 0 })))
}

async function countBrands(db: Database, rows: readonly FacetRow[]) {
  const byBrand = tally(rows.map(({ marque }) => marque).filter(marque => marque !== ''))
  const labels = await readLabels(db, 'marque', [...byBrand.keys()])
  return ranked([...byBrand].map(([key, nombre]) => ({ valeur: labels.get(key) ?? key, nombre })))
}

const countPrices = (rows: readonly FacetRow[]) =>
  [...Map.groupBy(rows, ({ prix }) => rangeOf(prix).minCents)]
    .map(([, [first, ...others]]) => ({ ...rangeOf(first?.prix ?? 0), nombre: 1 + others.length }))
    .sort((a, b) => a.minCents - b.minCents)

/** The end of the first price range. The ranges begin at 0, 10, 20 and 50 euros, then 100, 200 and 500, and so on. */
const FIRST = 1_000

/** Returns the price range that contains a price. */
function rangeOf(cents: number): { minCents: number; maxCents: number } {
  if (cents < FIRST) return { minCents: 0, maxCents: FIRST - 1 }
  const decade = 10 ** (String(cents).length - 1)
  const step = cents < 2 * decade ? 1 : cents < 5 * decade ? 2 : 5
  const next = step === 1 ? 2 : step === 2 ? 5 : 10
  return { minCents: step * decade, maxCents: next * decade - 1 }
}
