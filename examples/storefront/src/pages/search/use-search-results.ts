import { answerOf, api } from '../../api/client.ts'
import { useAnswer } from '../../api/use-answer.ts'
import type { SearchState } from './search-state.ts'

const PER_PAGE = 24

/** Search results with their facets. A change of the search aborts the previous request. */
export const useSearchResults = (state: SearchState) =>
  useAnswer(JSON.stringify(['found', state]), signal => {
    const { q, famille, marque, prixMin, prixMax, stock, tri, page } = state
    const query = {
      ...{
        search: q,
        pertinents: true,
        famille,
        marque,
        prixMin,
        prixMax,
        sort: tri ?? (q ? ('pertinence' as const) : ('nouveaute' as const)),
        page,
      },
      ...(stock && { enStock: true }),
      limit: PER_PAGE,
      facettes: true,
    }
    return answerOf(api.GET('/api/products', { params: { query }, signal }))
  })

export type SearchResults = NonNullable<ReturnType<typeof useSearchResults>['data']>
