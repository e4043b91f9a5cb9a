import type { SlipsMoved } from '../../logistics/contract.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { OrdersPlatform } from '../peers.ts'
import type { OrderStatus } from '../schemas.ts'
import { keepStores } from '../store/orders.ts'
import { applyStatus } from './change-status.ts'
import { lockOrder } from './store.ts'

/** How far each status is. A cancelled order goes nowhere by its slips. */
const PLACES: Record<OrderStatus, number> = {
  EN_ATTENTE: 0,
  EN_PREPARATION: 1,
  EXPEDIEE: 2,
  LIVREE: 3,
  ANNULEE: Number.POSITIVE_INFINITY,
}

/**
 * An order moves on with its slips, never back: messages come in any order, and staff may have been quicker. It keeps the
 * stores that they are written for.
 */
export async function followSlips(
  tx: Tx,
  platform: OrdersPlatform,
  { ordreId, statut, magasins, trackingNumber }: SlipsMoved,
) {
  const order = await lockOrder(tx, ordreId)
  if (!order) return
  if (magasins) await keepStores(tx, ordreId, magasins)
  if (!statut || PLACES[order.statut] >= PLACES[statut]) return
  await applyStatus(tx, platform, ordreId, { nouveauStatut: statut, trackingNumber })
}
