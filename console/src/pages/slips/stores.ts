import { useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import { asPage } from '../../api/lists.ts'
import { useTexts } from '../../language/language.tsx'
import { slipTexts } from './texts.ts'

type Store = { id: number; name: string }

/** The stores by name: the whole list, which changes seldom. */
export const useStores = () =>
  useQuery({
    queryKey: ['stores', 'names'],
    queryFn: async (): Promise<Store[]> =>
      asPage(await answerOf(api.GET('/api/publique/magasins', {}))).rows.flatMap(({ id, nom }) =>
        id === undefined ? [] : [{ id, name: nom ?? '' }],
      ),
    staleTime: 60_000,
  })

/** What a store is called; its number until the names are there. */
export function useStoreName() {
  const texts = useTexts(slipTexts)
  const { data } = useStores()
  return (id: number | null) => {
    if (id === null) return texts.noStore
    return data?.find(store => store.id === id)?.name || texts.storeNumber(String(id))
  }
}
