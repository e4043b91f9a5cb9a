import type { SlipsMoved } from '../../logistics/contract.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { OrdersPlatform } from '../peers.ts'
import { keepStores } from '../store/orders.ts'
import { applyStatus } from './change-status.ts'
import { isBefore } from './places.ts'
import { lockOrder } from './store.ts'

/**
 * An order moves on with its slips, never back: messages come in any order, and staff may have been quicker. What slips did
 * before they heard that staff took the order back counts no more. It keeps the stores that they are written for.
 */
export async function followSlips(
  tx: Tx,
  platform: OrdersPlatform,
  { ordreId, statut, magasins, trackingNumber, version }: SlipsMoved,
) {
  const order = await lockOrder(tx, ordreId)
  if (!order) return
  if (magasins) await keepStores(tx, ordreId, magasins)
  if (!statut || !isBefore(order.statut, statut) || (version !== undefined && version < order.correction))
    return
  await applyStatus(tx, platform, ordreId, { nouveauStatut: statut, trackingNumber })
}
