import type { Database } from '../../platform/database/database.ts'
import { categoryKey, STANDARD_CATEGORIES } from '../categories.ts'
import { type CountedCategory, countedCategories } from '../counters/store.ts'

/** Categories and the number of products in each, the standard ones always among them, sorted by name. */
export async function listCategories(db: Database, search = ''): Promise<CountedCategory[]> {
  const categories = new Map((await countedCategories(db)).map(category => [category.cle, category]))
  for (const nom of STANDARD_CATEGORIES)
    categories.set(nom, { nombreProduits: 0, ...categories.get(nom), cle: nom, nom })
  const part = categoryKey(search)
  return [...categories.values()]
    .filter(({ cle }) => cle.includes(part))
    .sort((a, b) => (a.cle < b.cle ? -1 : 1))
}
