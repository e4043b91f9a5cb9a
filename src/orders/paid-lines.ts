import { spread } from './pricing/spread.ts'
import type { Line, Order } from './tables.ts'

export type PaidLine = Line & { totalCents: number }

/**
 * The lines of an order with what is to be paid for each, promotions taken off: together its total. Orders of before kept it
 * for none of their lines; there the total is spread by what the lines cost without promotions.
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

/** The price of each unit of a line, exact to the cent: where it does not divide, some units cost a cent more. */
export function unitPrices({ quantite, totalCents }: Pick<PaidLine, 'quantite' | 'totalCents'>) {
  const dearer = totalCents % quantite
  const unitPrice = Math.floor(totalCents / quantite)
  return [
    { quantity: quantite - dearer, unitPrice },
    ...(dearer > 0 ? [{ quantity: dearer, unitPrice: unitPrice + 1 }] : []),
  ]
}
