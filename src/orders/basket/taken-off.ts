import type { Basket, Discount } from '../pricing/basket.ts'

/** What each promotion takes off a basket, all lines together. */
export function takenOff({ lines }: Pick<Basket, 'lines'>): Discount[] {
  const cents = new Map<number, number>()
  for (const { promotionId, montantCents } of lines.flatMap(({ discounts }) => discounts))
    cents.set(promotionId, montantCents + (cents.get(promotionId) ?? 0))
  return [...cents].map(([promotionId, montantCents]) => ({ promotionId, montantCents }))
}
