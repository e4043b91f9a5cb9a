import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../api/client.ts'
import { asPage } from '../api/lists.ts'

/**
 * Returns a function from a product's id to its name; to its number (`n° 7`) if the product is deleted, not loaded yet
 * or beyond the first 100.
 */
export function useProductNames(ids: readonly number[]) {
  const wanted = [...new Set(ids)].sort((a, b) => a - b).join(',')
  const { data } = useQuery({
    queryKey: ['products', 'names', wanted],
    enabled: wanted !== '',
    queryFn: async () => {
      const query = { ids: wanted, fields: 'id,nom,ean', limit: 100 }
      const { rows } = asPage(await answerOf(api.GET('/api/publique/produits', { params: { query } })))
      return new Map(rows.map(({ id, nom }) => [id, nom]))
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return (id: number) => data?.get(id) ?? `n° ${id}`
}
