import type { BasketLine } from '../state/basket.ts'
import type { Pricing } from './price-basket.ts'

/** A line of the basket beside what the platform says of it now. */
export type ComparedLine = BasketLine & {
  /** Absent while it is not known, and where the article is no longer sold. */
  now?: Pricing['priced']['lignes'][number]
  isGone: boolean
  /** How many can be had, where that is fewer than are wanted. */
  onlyLeft?: number
  /** The price that the shopper saw, where it is another one now. */
  wasCents?: number
}

export function compare(lines: readonly BasketLine[], pricing: Pricing | undefined): ComparedLine[] {
  return lines.map(line => {
    const now = pricing?.priced.lignes.find(({ id }) => id === line.id)
    const isShort = now !== undefined && now.disponible !== null && now.disponible < line.quantity
    return {
      ...line,
      isGone: pricing?.gone.has(line.id) ?? false,
      ...(now && { now }),
      // What is reserved for others may be more than there is.
      ...(isShort && { onlyLeft: Math.max(now.disponible ?? 0, 0) }),
      ...(now && now.prixUnitaireCents !== line.seenCents && { wasCents: line.seenCents }),
    }
  })
}

/** Whether the basket can be ordered as it is. */
export const canBeOrdered = (lines: readonly ComparedLine[]) =>
  lines.length > 0 && lines.every(({ isGone, onlyLeft }) => !isGone && onlyLeft === undefined)
