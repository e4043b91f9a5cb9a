import { Problem } from '../../platform/http/problem.ts'
import { brandKey } from '../read-model/read-product.ts'
import type { ProductSearch } from '../schemas.ts'
import { familyWord } from '../words/families.ts'

export type Sort = NonNullable<ProductSearch['sort']>

/** What a list is narrowed to, beside what is searched. */
export type Filters = {
  /** The word of a family. */
  famille?: string | undefined
  /** The key of a brand; empty: one that no product can have. */
  marque?: string | undefined
  prixMin?: number | undefined
  prixMax?: number | undefined
  enStock?: boolean | undefined
}

const given = (text: string | undefined) => text?.trim() || undefined

/** 400 for a range of prices that ends before it begins. */
export function filtersOf({ famille, marque, prixMin, prixMax, enStock }: Partial<ProductSearch>): Filters {
  if (prixMin !== undefined && prixMax !== undefined && prixMin > prixMax)
    throw new Problem(400, 'requete-invalide', 'querystring/prixMin must be <= prixMax')
  return {
    famille: given(famille) && familyWord(given(famille) ?? ''),
    marque: given(marque) && brandKey(marque),
    prixMin,
    prixMax,
    enStock,
  }
}

export const hasPrice = ({ prixMin, prixMax }: Filters) => prixMin !== undefined || prixMax !== undefined

/** Whether products are narrowed by more than their family. */
export const isNarrowed = (filters: Filters) =>
  filters.marque !== undefined || filters.enStock !== undefined || hasPrice(filters)
