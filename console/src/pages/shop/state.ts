import { useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import { asPage } from '../../api/lists.ts'
import { useSession } from '../../shell/session.tsx'
import { canInvoice, useShopSettings } from './settings.ts'

const ONE = { params: { query: { page: 1, limit: 1 } } }

export const STORE_COUNT = ['stores', 'count']

/** Returns what the shop has of each step of the set-up; undefined until it is known. */
export function useSetupState(enabled: boolean) {
  const { demonstration } = useSession()
  const settings = useShopSettings(enabled)
  const stores = useQuery({
    queryKey: STORE_COUNT,
    queryFn: async () => asPage(await answerOf(api.GET('/api/publique/magasins', ONE))).total,
    enabled,
  })
  const products = useQuery({
    queryKey: ['products', 'count'],
    queryFn: async () => asPage(await answerOf(api.GET('/api/publique/produits', ONE))).total,
    enabled,
  })
  const { data } = settings
  return {
    isClaimed: !demonstration,
    canInvoice: data && canInvoice(data),
    sendsMails: data && data.smtp !== null,
    stores: stores.data,
    products: products.data,
  }
}
export type SetupState = ReturnType<typeof useSetupState>
