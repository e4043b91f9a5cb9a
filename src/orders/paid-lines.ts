import { spread } from './pricing/spread.ts'
import type { Line, Order } from './tables.ts'

export type PaidLine = Line & { totalCents: number }

/**
 * Returns the lines of an order, each with its price after promotions; the prices add up to the order's total. Lines of
 * older orders lack these prices: the total is spread over them in proportion to the undiscounted prices.
 */
export function paidLines({ lignes, montantTotalCents }: Pick<Order, 'lignes' | 'montantTotalCents'>) {
  const paid = lignes.filter((line): line is PaidLine => line.totalCents !== undefined)
  if (paid.length === lignes.length) return paid
  const shares = spread(
    montantTotalCents,
    lignes.map(({ quantite, prixUnitaireCents }) => quantite * prixUnitaireCents),
  )
  return lignes.map((line, i): PaidLine => ({ ...line, totalCents: shares[i] ?? 0 }))
}

/**
 * Returns the unit prices of a line with their numbers of units, lowest price first. They add up to the line's total:
 * if it does not divide evenly, some units cost a cent more.
 */
export function unitPrices({ quantite, totalCents }: Pick<PaidLine, 'quantite' | 'totalCents'>) {
  const remainder = totalCents % quantite
  const unitPrice = Math.floor(totalCents / quantite)
  return [
    { quantity: quantite - remainder, unitPrice },
    ...(remainder > 0 ? [{ quantity: remainder, unitPrice: unitPrice + 1 }] : []),
  ]
}
