import { LRUCache } from 'lru-cache'
import type { Database } from '../../platform/database/database.ts'
import { type Filters, hasPrice } from '../listing/asked.ts'
import type { Row } from '../listing/narrow.ts'
import { readLabels } from '../read-model/store/labels.ts'
import type { Facets } from '../schemas.ts'
import { familiesOf, familyWord, pathsOf } from '../words/families.ts'
import { rangeOf } from './price-steps.ts'

/** Up to so many products are counted exactly. */
export const MOST_COUNTED = 1_000
/** A facet shows so many values at most. */
const MOST_VALUES = 100

/** What is found with these filters; `isFloor`: there may be more. */
export type FacetRows = (filters: Filters) => Promise<{ rows: readonly Row[]; isFloor: boolean }>

const WITHOUT = {
  categories: { famille: undefined },
  marques: { marque: undefined },
  prix: { prixMin: undefined, prixMax: undefined },
}

/**
 * Counts what was found by category, brand and price. Each facet leaves its own filter out: beside the brand that was chosen
 * stand the others, each with what the list would show in its place.
 */
export async function countFacets(db: Database, filters: Filters, find: FacetRows): Promise<Facets> {
  const whole = find(filters)
  const without = (facet: keyof typeof WITHOUT, isChosen: boolean) =>
    isChosen ? find({ ...filters, ...WITHOUT[facet] }) : whole
  const [inCategories, ofBrands, byPrice] = await Promise.all([
    without('categories', filters.famille !== undefined),
    without('marques', filters.marque !== undefined),
    without('prix', hasPrice(filters)),
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

/** Those with the most products first. */
const ranked = (counts: { valeur: string; nombre: number }[]) =>
  counts
    .sort((a, b) => b.nombre - a.nombre || (a.valeur < b.valeur ? -1 : a.valeur > b.valeur ? 1 : 0))
    .slice(0, MOST_VALUES)

type Place = { families: readonly string[]; shown: readonly (readonly [family: string, path: string])[] }

/** What a category path counts in, and is shown as. A thousand products have a hundred paths: to read each anew took 40 ms. */
const places = new LRUCache<string, Place>({
  max: 10_000,
  memoMethod: path => ({
    families: familiesOf(path),
    shown: pathsOf(path).map(each => [familyWord(each), each]),
  }),
})

/** A value is a path from its first level on; it counts what the list of that family shows. */
async function countCategories(db: Database, rows: readonly Row[]) {
  const byCategory = tally(rows.map(({ categorie }) => categorie))
  const inFamily = new Map<string, number>()
  const values = new Map<string, string>()
  for (const [key, path] of await readLabels(db, 'categorie', [...byCategory.keys()])) {
    const { families, shown } = places.memo(path)
    for (const family of families)
      inFamily.set(family, (inFamily.get(family) ?? 0) + (byCategory.get(key) ?? 0))
    for (const [family, valeur] of shown) values.set(family, valeur)
  }
  return ranked([...values].map(([family, valeur]) => ({ valeur, nombre: inFamily.get(family) ?? 0 })))
}

async function countBrands(db: Database, rows: readonly Row[]) {
  const byBrand = tally(rows.map(({ marque }) => marque).filter(marque => marque !== ''))
  const labels = await readLabels(db, 'marque', [...byBrand.keys()])
  return ranked([...byBrand].map(([key, nombre]) => ({ valeur: labels.get(key) ?? key, nombre })))
}

const countPrices = (rows: readonly Row[]) =>
  [...Map.groupBy(rows, ({ prix }) => rangeOf(prix).minCents)]
    .map(([, [first, ...others]]) => ({ ...rangeOf(first?.prix ?? 0), nombre: 1 + others.length }))
    .sort((a, b) => a.minCents - b.minCents)
