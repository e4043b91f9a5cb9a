import type { Database } from '../platform/database/database.ts'
import { categoryKey, STANDARD_CATEGORIES } from './categories.ts'
import { countedCategories } from './store/counts.ts'

/** Categories and how many products are in each, the standard ones always among them, sorted by name. */
export async function listCategories(db: Database, search = '') {
  const part = categoryKey(search)
  const counted = new Map((await countedCategories(db, part)).map(category => [category.cle, category]))
  for (const nom of STANDARD_CATEGORIES)
    if (nom.includes(part)) counted.set(nom, { nombreProduits: 0, ...counted.get(nom), cle: nom, nom })
  return [...counted.values()].sort((a, b) => (a.cle < b.cle ? -1 : 1))
}
