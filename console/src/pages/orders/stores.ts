import { useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import { asPage } from '../../api/lists.ts'
import { useTexts } from '../../language/language.tsx'
import { orderTexts } from './texts.ts'

/** The stores by name. A shop with more of them than a page holds shows the others by their numbers. */
export function useStores() {
  const texts = useTexts(orderTexts)
  const { data } = useQuery({
    queryKey: ['stores', 'names'],
    queryFn: async () =>
      asPage(await answerOf(api.GET('/api/publique/magasins', { params: { query: { limit: 100 } } }))).rows,
    staleTime: 300_000,
  })
  const stores = (data ?? []).flatMap(({ id, nom }) => (id && nom ? [{ id, nom }] : []))
  const names = new Map(stores.map(({ id, nom }) => [id, nom]))
  return { stores, nameOf: (id: number) => names.get(id) ?? texts.storeNumber(id) }
}
