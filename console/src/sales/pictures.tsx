import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../api/client.ts'
import { asPage } from '../api/lists.ts'
import { Thumbnail } from '../parts/thumbnail.tsx'

/** A list of products takes at most this many ids. */
const MAX_IDS = 100

/**
 * Returns a function from the id of an article and its name, if known, to its thumbnail.
 */
export function usePictures(articleIds: readonly string[]) {
  const ids = [...new Set(articleIds)].filter(id => /^[1-9]\d{0,8}$/.test(id)).slice(0, MAX_IDS)
  const wanted = ids.sort((a, b) => Number(a) - Number(b)).join(',')
  const { data } = useQuery({
    queryKey: ['products', 'pictures', wanted],
    enabled: wanted !== '',
    queryFn: async () => {
      const query = { ids: wanted, fields: 'id,nom,photosUrls', limit: MAX_IDS }
      const { rows } = asPage(await answerOf(api.GET('/api/publique/produits', { params: { query } })))
      return new Map(rows.map(product => [String(product.id), product]))
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return (articleId: string, name?: string) => {
    const product = data?.get(articleId)
    const title = name ?? product?.nom ?? articleId
    return <Thumbnail photo={product?.photosUrls?.[0]} name={title} label={title} />
  }
}
