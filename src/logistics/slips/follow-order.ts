import type { OrderMoved } from '../../orders/contract.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { lockReservation } from '../reservations/store/reservations.ts'
import type { SlipStatus } from './schemas.ts'
import { changeSlipsOfOrder, findFollowed, updateAddresses, upsertFollowed } from './store.ts'

/**
 * Applies the manual status of an order to its slips: forward, and back only if the order was moved back since the
 * slips last followed it, because they may have advanced in the meantime. A version that is not newer than the stored
 * one is ignored. Slips that are written later start with the status that is stored here.
 */
export async function followOrder(
  tx: Tx,
  clock: Clock,
  { ordreId, statut, trackingNumber, version, correction = version }: OrderMoved,
) {
  // The preparation locks the reservation too: it has written the slips by now, or will see the state stored here.
  const now = clock.now()
  await lockReservation(tx, ordreId, 'liberee', now)
  const known = await findFollowed(tx, ordreId)
  if (!(await upsertFollowed(tx, ordreId, { statut, trackingNumber, version, correction }))) return
  const isMovedBack = correction > (known?.correction ?? 0)
  const slips = slipMoveFor(statut, isMovedBack)
  if (slips) await changeSlipsOfOrder(tx, ordreId, { ...slips, trackingNumber, now })
  // A correction passes over slips that are sent.
  if (isMovedBack) await updateAddresses(tx, ordreId, { evenSent: false }, now)
}

type Move = { statut: SlipStatus; from: readonly SlipStatus[] }

/** Slips that were sent are not cancelled. */
export const CANCELLED: Move = { statut: 'annule', from: ['a_preparer', 'incomplet', 'prepare'] }

/** The change of the slips for each manual status of their order: slips in a status of `from` change to `statut`. */
const FORWARD: Record<string, Move> = {
  EN_PREPARATION: { statut: 'prepare', from: ['a_preparer'] },
  EXPEDIEE: { statut: 'expedie', from: ['a_preparer', 'incomplet', 'prepare'] },
  LIVREE: { statut: 'livre', from: ['a_preparer', 'incomplet', 'prepare', 'expedie'] },
  ANNULEE: CANCELLED,
}

/** Slips in these statuses are ahead of an order that was moved back. */
const BACKWARD: Record<string, readonly SlipStatus[]> = {
  EN_PREPARATION: ['expedie', 'livre'],
  EXPEDIEE: ['livre'],
}

export const slipMoveFor = (orderStatus: string, wasMovedBack = false): Move | undefined => {
  const forward = FORWARD[orderStatus]
  return forward && wasMovedBack
    ? { ...forward, from: [...forward.from, ...(BACKWARD[orderStatus] ?? [])] }
    : forward
}

/** The statuses that a slip may be moved to manually, and the permitted previous statuses. */
export const MANUAL_MOVES: Record<'prepare' | 'expedie' | 'livre', readonly SlipStatus[]> = {
  prepare: ['a_preparer', 'incomplet'],
  expedie: ['a_preparer', 'incomplet', 'prepare'],
  livre: ['expedie'],
}

const SENT: readonly SlipStatus[] = ['expedie', 'livre']

/**
 * Returns the status of an order from its slips, except for cancelled ones: in preparation once one of them is prepared
 * or sent, sent once all are sent, delivered once all are delivered; otherwise undefined.
 */
export function orderStatusFor(
  statuses: readonly SlipStatus[],
): 'EN_PREPARATION' | 'EXPEDIEE' | 'LIVREE' | undefined {
  const counting = statuses.filter(statut => statut !== 'annule')
  if (counting.length === 0) return undefined
  if (counting.every(statut => statut === 'livre')) return 'LIVREE'
  if (counting.every(statut => SENT.includes(statut))) return 'EXPEDIEE'
  return counting.some(statut => statut === 'prepare' || SENT.includes(statut)) ? 'EN_PREPARATION' : undefined
}
