import { useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../api/client.ts'
import { asPage } from '../api/lists.ts'
import { useTexts } from '../language/language.tsx'
import { partTexts } from './texts.ts'

const query = { fields: 'id,nom', sort: 'nom' }

/**
 * Returns the stores as options, sorted by name, and a function from a store's id to its name, or to its number if it
 * is unknown or not loaded yet.
 */
export function useStores() {
  const texts = useTexts(partTexts)
  const { data } = useQuery({
    queryKey: ['stores', 'names'],
    queryFn: async () =>
      asPage(await answerOf(api.GET('/api/publique/magasins', { params: { query } }))).rows.flatMap(
        ({ id, nom }) => (id === undefined ? [] : [{ id, nom }]),
      ),
    staleTime: 300_000,
  })
  const stores = data ?? []
  const names = new Map(stores.map(({ id, nom }) => [id, nom]))
  const nameOf = (id: number) => names.get(id) || texts.store(id)
  return {
    isKnown: data !== undefined,
    ids: stores.map(({ id }) => id),
    choices: stores.map(({ id }) => ({ value: String(id), label: nameOf(id) })),
    nameOf,
  }
}
