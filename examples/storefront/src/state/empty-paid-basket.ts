import { emptyBasket } from './basket.ts'
import { codes } from './codes.ts'
import { lastPlacing } from './orders.ts'

/** Empties the basket, codes included, once the last placed order is paid. The payment of an earlier order leaves the basket as it is. */
export function emptyPaidBasket(ordreId: string) {
  if (lastPlacing.value?.ordreId !== ordreId) return
  lastPlacing.value = undefined
  emptyBasket()
  codes.value = []
}
