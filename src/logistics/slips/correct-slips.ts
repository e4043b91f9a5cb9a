import type { OrderToPrepare, RecipientCorrected } from '../../orders/contract.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database/database.ts'
import { lockReservation } from '../reservations/store/reservations.ts'
import { findFollowed, updateAddresses, upsertCorrection } from './store.ts'

type Recipient = Pick<OrderToPrepare, 'adresseLivraison' | 'destinataire'>

/** Returns the address of the slips of an order: what the address lacks comes from `destinataire`. */
export const slipAddress = ({ adresseLivraison, destinataire }: Recipient): unknown =>
  destinataire ? { ...Object(adresseLivraison), ...destinataire } : adresseLivraison

/**
 * Applies the corrected recipient of an order to its slips that are not sent, and to those that are written later. A
 * version that is not newer than the stored one is ignored.
 */
export async function correctSlips(tx: Tx, clock: Clock, corrected: RecipientCorrected) {
  const { ordreId, version } = corrected
  const now = clock.now()
  // As in `followOrder`: a concurrent preparation has written the slips by now, or will see what is stored here.
  await lockReservation(tx, ordreId, 'liberee', now)
  if (!(await upsertCorrection(tx, { ordreId, version, adresse: slipAddress(corrected), corrigeeLe: now })))
    return
  // Orders corrects no order that is sent, so that a manual dispatch which is already followed came after.
  const { statut = '' } = (await findFollowed(tx, ordreId)) ?? {}
  await updateAddresses(tx, ordreId, { evenSent: statut === 'EXPEDIEE' || statut === 'LIVREE' }, now)
}
