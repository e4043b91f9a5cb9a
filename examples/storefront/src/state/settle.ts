import { emptyBasket } from './basket.ts'
import { lastPlacing } from './orders.ts'

/** What was ordered is paid: the basket that it came from is empty now. One that was filled for another order is not. */
export function settleOrdered(ordreId: string) {
  if (lastPlacing.value?.ordreId !== ordreId) return
  lastPlacing.value = undefined
  emptyBasket()
}
