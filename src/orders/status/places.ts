import type { OrderStatus } from '../schemas.ts'

/** How far each status is. A cancelled order goes nowhere by its slips. */
const PLACES: Record<OrderStatus, number> = {
  EN_ATTENTE: 0,
  EN_PREPARATION: 1,
  EXPEDIEE: 2,
  LIVREE: 3,
  ANNULEE: Number.POSITIVE_INFINITY,
}

/** Whether an order of this status is not as far as one of the other. */
export const isBefore = (statut: OrderStatus, other: OrderStatus) => PLACES[statut] < PLACES[other]
