import { emptyBasket } from './basket.ts'
import { lastPlacing } from './orders.ts'

/** Empties the basket once its order is paid. A basket filled for another order remains. */
export function settleOrdered(ordreId: string) {
  if (lastPlacing.value?.ordreId !== ordreId) return
  lastPlacing.value = undefined
  emptyBasket()
}
