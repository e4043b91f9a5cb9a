import { useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import { asPage } from '../../api/lists.ts'
import { TODAY } from './figures.ts'

/** The stores by name. A shop with more of them than a page holds chooses among the first. */
export function useStoreNames() {
  const { data } = useQuery({
    queryKey: [TODAY, 'stores'],
    queryFn: async () =>
      asPage(await answerOf(api.GET('/api/publique/magasins', { params: { query: { limit: 100 } } }))).rows,
    staleTime: 300_000,
  })
  return (data ?? []).flatMap(({ id, nom }) => (id ? [{ id, nom: nom ?? '' }] : []))
}
