import { useEffect } from 'preact/hooks'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { useAnswer } from '../../api/use-answer.ts'

const PENDING_MS = 2_000
const MOVING_MS = 20_000

type Order = Shapes['Commande']

/** Returns the polling interval: short before the payment, longer afterwards, undefined once the order is final. */
export function pollingIntervalOf({ statut, paiement }: Order): number | undefined {
  if (statut === 'LIVREE' || statut === 'ANNULEE') return undefined
  return paiement.statut === 'en_attente' || paiement.statut === 'aucun' ? PENDING_MS : MOVING_MS
}

/** An order and its history, polled while the page is visible. */
export function useOrder(ordreId: string) {
  const params = { path: { ordreId } }
  const answer = useAnswer(`order ${ordreId}`, async signal => {
    const [order, past] = await Promise.all([
      answerOf(api.GET('/api/commandes/{ordreId}', { params, signal })),
      answerOf(api.GET('/api/v1/publique/commandes/{ordreId}/statuts', { params, signal })),
    ])
    return { order, past }
  })
  const { data, again } = answer
  useEffect(() => {
    const ms = data && pollingIntervalOf(data.order)
    if (ms === undefined) return
    let pause: ReturnType<typeof setTimeout> | undefined
    /** A hidden page does not poll; it requests the order at once when it becomes visible. */
    function plan() {
      clearTimeout(pause)
      if (document.visibilityState === 'visible') pause = setTimeout(again, ms)
    }
    const seen = () => (document.visibilityState === 'visible' ? again() : clearTimeout(pause))
    plan()
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearTimeout(pause)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [data, again])
  return answer
}
