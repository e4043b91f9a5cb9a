import { useQuery, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import { listSlipsOfOrder } from '../../sales/slips.ts'
import { WITHDRAWALS_PATH } from '../../sales/withdrawals.tsx'
import { useMay, useMayInAllStores } from '../../shell/session.tsx'

/** Other users, the warehouse and the payment provider change an order while its page is open. */
const EVERY_MS = 10_000
/** Other areas apply a change asynchronously, within seconds. */
const LATER_MS = [700, 2_000, 5_000]

/** Data of all areas about one order, within the user's rights. */
export function useOrder(ordreId: string) {
  const may = useMay()
  const mayInAllStores = useMayInAllStores()
  const key = ['order', ordreId]
  const polled = { refetchInterval: EVERY_MS }
  const file = useQuery({
    ...polled,
    queryKey: [...key, 'file'],
    queryFn: () =>
      answerOf(api.GET('/api/v1/privee/commandes/{ordreId}/dossier', { params: { path: { ordreId } } })),
  })
  const payments = useQuery({
    ...polled,
    enabled: mayInAllStores('support'),
    queryKey: [...key, 'payments'],
    queryFn: async () =>
      (
        await answerOf(
          api.GET('/api/private/transactions', { params: { query: { orderId: ordreId, limit: 100 } } }),
        )
      ).data,
  })
  const mails = useQuery({
    ...polled,
    enabled: mayInAllStores('support'),
    queryKey: [...key, 'mails'],
    queryFn: async () =>
      (await answerOf(api.GET('/api/v1/privee/courriels', { params: { query: { ordreId, limit: 100 } } })))
        .data,
  })
  const slips = useQuery({
    ...polled,
    enabled: may('warehouse'),
    queryKey: [...key, 'slips'],
    queryFn: () => listSlipsOfOrder(ordreId),
  })
  const withdrawals = useQuery({
    ...polled,
    enabled: may('support'),
    queryKey: [...key, 'withdrawals'],
    queryFn: async () =>
      (await answerOf(api.GET(WITHDRAWALS_PATH, { params: { query: { ordreId, limit: 100 } } }))).data,
  })
  return { file, payments, mails, slips, withdrawals }
}

/** Returns a function that refetches an order after a change, and again while other areas consume its events. */
export function useRefresh(ordreId: string) {
  const client = useQueryClient()
  return () => {
    const again = () => client.invalidateQueries({ queryKey: ['order', ordreId] })
    void again()
    for (const ms of LATER_MS) setTimeout(again, ms)
    void client.invalidateQueries({ queryKey: ['orders'] })
  }
}
