import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../api/client.ts'
import { asPage } from '../api/lists.ts'

/** Reads at most 100 products that are not deleted, by id. */
export async function readProducts(ids: readonly number[]) {
  const query = { ids: ids.join(','), fields: 'id,nom,ean', limit: 100 }
  const { rows } = asPage(await answerOf(api.GET('/api/publique/produits', { params: { query } })))
  return new Map(rows.map(product => [product.id, product]))
}

/**
 * Returns a function from a product's id to its name; to its number (`n° 7`) if the product is deleted, not loaded yet
 * or beyond the first 100.
 */
export function useProductNames(ids: readonly number[]) {
  const wanted = [...new Set(ids)].sort((a, b) => a - b)
  const { data } = useQuery({
    queryKey: ['products', 'names', wanted.join(',')],
    enabled: wanted.length > 0,
    queryFn: () => readProducts(wanted),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return (id: number) => data?.get(id)?.nom ?? `n° ${id}`
}
