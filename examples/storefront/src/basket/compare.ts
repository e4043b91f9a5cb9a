import type { BasketLine } from '../state/basket.ts'
import type { Pricing } from './price-basket.ts'

/** A line of the basket with its current price and availability. */
export type ComparedLine = BasketLine & {
  /** Undefined until it is loaded, and for an article that is no longer sold. */
  now?: Pricing['priced']['lignes'][number]
  isGone: boolean
  /** Available quantity, if it is less than the wanted quantity. */
  onlyLeft?: number
  /** The price that the shopper saw, if it has changed. */
  wasCents?: number
}

export function compareLines(lines: readonly BasketLine[], pricing: Pricing | undefined): ComparedLine[] {
  return lines.map(line => {
    const now = pricing?.priced.lignes.find(({ id }) => id === line.id)
    const isShort = now !== undefined && now.disponible !== null && now.disponible < line.quantity
    return {
      ...line,
      isGone: pricing?.gone.has(line.id) ?? false,
      ...(now && { now }),
      // Reservations may exceed the stock.
      ...(isShort && { onlyLeft: Math.max(now.disponible ?? 0, 0) }),
      ...(now && now.prixUnitaireCents !== line.seenCents && { wasCents: line.seenCents }),
    }
  })
}

/** Whether every line can be ordered in the wanted quantity. */
export const canBeOrdered = (lines: readonly ComparedLine[]) =>
  lines.length > 0 && lines.every(({ isGone, onlyLeft }) => !isGone && onlyLeft === undefined)
