import { type Known, keptCents } from './types.ts'

/** Points are a PostgreSQL integer: an order beyond it earns no more. */
const MOST_POINTS = 2_147_483_647

/** One point for each whole euro that is still paid of a delivered order of a customer whom loyalty knows. */
export function wrongPoints({ order, points, loyal }: Pick<Known, 'order' | 'points' | 'loyal'>): string[] {
  if (order.invite) return points ? ['a guest has points'] : []
  const earned = order.livreeLe === null ? 0 : Math.min(Math.floor(keptCents(order) / 100), MOST_POINTS)
  // A deleted customer's points are no longer counted.
  if (points) return points.actif && points.points !== earned ? [`${points.points} instead of ${earned}`] : []
  return loyal && earned > 0 ? [`none instead of ${earned}`] : []
}
