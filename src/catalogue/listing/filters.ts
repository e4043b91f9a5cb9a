import type { Database } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import { normalizePath } from '../../platform/text.ts'
import { listFamilyCategories } from '../categories/store.ts'
import type { ProductSearch } from '../schemas.ts'
import { familyTerm } from '../words/categories.ts'
import { countFamily } from '../words/store.ts'
import { brandKey } from '../words/tokens.ts'

export type Sort = NonNullable<ProductSearch['sort']>

/** A family: its term, its category keys and its number of listed products. */
export type Family = { term: string; categories: readonly string[]; listed: number }

/** Filters of a list or a search. Prices are in cents. */
export type Filters = {
  family?: Family | undefined
  /** The key of a brand. If it is empty, no product matches. */
  marque?: string | undefined
  prixMin?: number | undefined
  prixMax?: number | undefined
  enStock?: boolean | undefined
}

/** Converts query parameters to filters and reads the family. Throws 400 if the maximum price is below the minimum. */
export async function readFilters(
  db: Database,
  { famille, marque, prixMin, prixMax, enStock }: Partial<ProductSearch>,
): Promise<Filters> {
  if (prixMin !== undefined && prixMax !== undefined && prixMin > prixMax)
    throw new Problem(400, 'requete-invalide', `querystring/prixMin ${prixMin} must be <= prixMax ${prixMax}`)
  return {
    family: famille?.trim() ? await readFamily(db, famille) : undefined,
    marque: marque?.trim() ? brandKey(marque) : undefined,
    prixMin,
    prixMax,
    enStock,
  }
}

async function readFamily(db: Database, famille: string): Promise<Family> {
  const term = familyTerm(famille)
  const [categories, listed] = await Promise.all([
    listFamilyCategories(db, normalizePath(famille)),
    countFamily(db, term),
  ])
  return { term, categories, listed }
}

export const hasPrice = ({ prixMin, prixMax }: Filters) => prixMin !== undefined || prixMax !== undefined

/** Whether products are filtered by more than their family. */
export const isFiltered = (filters: Filters) =>
  filters.marque !== undefined || filters.enStock !== undefined || hasPrice(filters)
