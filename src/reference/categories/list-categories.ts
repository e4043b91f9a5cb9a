import type { Database } from '../../platform/database/database.ts'
import { type CountedCategory, changesIn, changesName, countedCategories } from '../counters/store.ts'
import type { ListCaches } from '../lists/list-records.ts'
import { produits } from '../resources.ts'
import { categoryKey, STANDARD_CATEGORIES } from './categories.ts'

/** All categories, counted anew only when products have changed. */
async function allCategories(db: Database, caches: ListCaches) {
  const { kept } = caches.categories
  if (kept && kept.changes === (await changesIn(db, changesName(produits)))) return kept.categories
  const categories = await countedCategories(db, changesName(produits))
  const byKey = new Map<string, CountedCategory>(categories.map(category => [category.cle, category]))
  for (const nom of STANDARD_CATEGORIES)
    byKey.set(nom, { nombreProduits: 0, ...byKey.get(nom), cle: nom, nom })
  const all = [...byKey.values()].sort((a, b) => (a.cle < b.cle ? -1 : 1))
  const changes = categories[0]?.changes
  caches.categories.kept = changes === undefined ? undefined : { changes, categories: all }
  return all
}

/** Categories and how many products are in each, the standard ones always among them, sorted by name. */
export async function listCategories(db: Database, caches: ListCaches, search = '') {
  const part = categoryKey(search)
  const all = await allCategories(db, caches)
  return part === '' ? all : all.filter(({ cle }) => cle.includes(part))
}
