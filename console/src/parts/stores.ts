import { useQuery, useQueryClient } from '@tanstack/react-query'
import { answerOf, api, type Shapes } from '../api/client.ts'
import { asPage } from '../api/lists.ts'
import { SESSION } from '../api/queries.ts'
import { useTexts } from '../language/language.tsx'
import { partTexts } from './texts.ts'

const query = { fields: 'id,nom', sort: 'nom' }

/**
 * Returns the stores to which the user's rights apply as options, sorted by name; those to which they are limited, if
 * they are (`own`); and a function from the id of any store to its name, or to its number if it is unknown or not loaded
 * yet.
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
  const own = useQueryClient().getQueryData<Shapes['SessionPersonnel']>(SESSION)?.magasins ?? null
  const all = data ?? []
  const stores = all.filter(({ id }) => own === null || own.includes(id))
  const names = new Map(all.map(({ id, nom }) => [id, nom]))
  const nameOf = (id: number) => names.get(id) || texts.store(id)
  return {
    own,
    isKnown: data !== undefined,
    ids: stores.map(({ id }) => id),
    choices: stores.map(({ id }) => ({ value: String(id), label: nameOf(id) })),
    nameOf,
  }
}
