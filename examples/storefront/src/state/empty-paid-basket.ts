import { basket } from './basket.ts'
import { codes, isSameCode } from './codes.ts'
import { lastPlacing } from './orders.ts'

type Ordered = { articles: { id: number; quantite: number }[]; codes?: string[] }

/**
 * Takes what was ordered out of the basket, codes included, once the last placed order is paid; articles that were added
 * since stay. The payment of an earlier order leaves the basket as it is.
 */
export function emptyPaidBasket(ordreId: string) {
  const last = lastPlacing.value
  if (last?.ordreId !== ordreId) return
  lastPlacing.value = undefined
  const { articles, codes: used = [] }: Ordered = JSON.parse(last.body)
  basket.value = basket.value.flatMap(line => {
    const quantity = line.quantity - (articles.find(({ id }) => id === line.id)?.quantite ?? 0)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  codes.value =
    basket.value.length === 0 ? [] : codes.value.filter(code => !used.some(taken => isSameCode(taken, code)))
}
