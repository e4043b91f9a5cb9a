import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../api/client.ts'
import { asPage } from '../api/lists.ts'

/** The names of products, by id; of one that is gone or not yet known, its number. */
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

/** The stores by id, in the order of their names, as a choice. */
export function useStores() {
  const { data } = useQuery({
    queryKey: ['stores', 'choice'],
    queryFn: async () =>
      asPage(
        await answerOf(
          api.GET('/api/publique/magasins', {
            params: { query: { fields: 'id,nom', sort: 'nom', limit: 100 } },
          }),
        ),
      ).rows,
    staleTime: 60_000,
  })
  const stores = data ?? []
  return {
    isKnown: data !== undefined,
    choices: stores.map(({ id, nom }) => ({ value: String(id), label: nom ?? `n° ${id}` })),
    nameOf: (id: number) => stores.find(store => store.id === id)?.nom ?? `n° ${id}`,
  }
}
