import { useLocation, useSearch } from 'wouter-preact'

export const SORTS = ['pertinence', 'nouveaute', 'prix', '-prix', 'nom'] as const
export type Sort = (typeof SORTS)[number]

/** The search with its filters, stored in the query string. */
export type SearchState = {
  q?: string | undefined
  famille?: string | undefined
  marque?: string | undefined
  prixMin?: number | undefined
  prixMax?: number | undefined
  stock: boolean
  tri?: Sort | undefined
  page: number
}

/** A non-negative whole number; undefined for any other text. */
const whole = (text: string | null) => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined)

export function parseState(search: string): SearchState {
  const query = new URLSearchParams(search)
  const text = (name: string) => query.get(name)?.slice(0, 200) || undefined
  return {
    q: text('q'),
    famille: text('famille'),
    marque: text('marque'),
    prixMin: whole(query.get('prixMin')),
    prixMax: whole(query.get('prixMax')),
    stock: query.get('stock') === '1',
    tri: SORTS.find(sort => sort === query.get('tri')),
    page: Math.max(1, whole(query.get('page')) ?? 1),
  }
}

export function addressOf({ stock, page, ...state }: SearchState): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(state)) if (value !== undefined) query.set(name, String(value))
  if (stock) query.set('stock', '1')
  if (page > 1) query.set('page', String(page))
  return `/recherche?${query}`
}

export function useSearchState() {
  const [, go] = useLocation()
  const state = parseState(useSearch())
  return {
    state,
    /** Changes the search. A change without `page` returns to the first page. */
    change: (other: Partial<SearchState>) => go(addressOf({ ...state, page: 1, ...other })),
    /** Returns the address of the same search with these changes. */
    with: (other: Partial<SearchState>) => addressOf({ ...state, ...other }),
  }
}
