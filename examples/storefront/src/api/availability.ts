import { delivery } from '../state/checkout.ts'
import { answerOf, api, type Shapes } from './client.ts'
import { useAnswer } from './use-answer.ts'

export type Availability = Shapes['DisponibilitePublique']

/** The availability of a list's products, in one request; those whose stock no store tracks have none. */
export function useAvailability(products: readonly Shapes['ProduitCatalogue'][]) {
  const ids = products.filter(({ stockConnu }) => stockConnu).map(({ id }) => id)
  const { magasinId } = delivery.value
  const query = { produits: ids.join(), ...(magasinId !== undefined && { magasinId }) }
  const key = ids.length > 0 ? JSON.stringify(['availability', query]) : undefined
  const { data } = useAnswer(key, signal =>
    answerOf(api.GET('/api/v1/publique/disponibilites', { params: { query }, signal })),
  )
  return new Map(data?.map(each => [each.productId, each]))
}
