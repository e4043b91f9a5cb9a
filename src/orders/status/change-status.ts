import { Problem } from '../../platform/http/problem.ts'
import { jobKind } from '../../platform/jobs/job.ts'
import { orderDelivered } from '../contract.ts'
import { isGuest } from '../customer.ts'
import { orderSent } from '../mails.ts'
import type { OrdersPlatform } from '../peers.ts'
import type { OrderAnswer } from '../schemas.ts'
import type { StatusChange } from './schemas.ts'
import { changeStatus, markDelivered, markStockGivenBack, recordStatus } from './store.ts'

/** Gives back the stock of a cancelled order. */
export const givingBack = jobKind<{ ordreId: string }>('orders.give-back-stock')

/**
 * Moves an order to any status and keeps the change in its history. The first delivery is announced; cancelling gives back
 * the stock once, of an order that was never sent.
 */
export function updateStatus(
  { clock, db, jobs, outbox }: OrdersPlatform,
  ordreId: string,
  change: StatusChange,
): Promise<OrderAnswer> {
  const { nouveauStatut: statut } = change
  return db.transaction(async tx => {
    const now = clock.now()
    const order = await changeStatus(tx, ordreId, statut, now)
    if (!order) throw new Problem(404, `There is no order ${ordreId}`)
    await recordStatus(tx, ordreId, change, now)
    if (statut === 'LIVREE' && (await markDelivered(tx, ordreId, now)) && !isGuest(order.clientId)) {
      const { clientId, montantTotalCents } = order
      const timestamp = now.toISOString()
      await outbox.publish(tx, orderDelivered, { ordreId, clientId, montantTotalCents, timestamp })
    }
    // A customer is told once, however often it is set: accounts writes one mail about it.
    if (statut === 'EXPEDIEE') await outbox.publishAll(tx, orderSent(order, change.trackingNumber ?? null))
    if (statut === 'ANNULEE' && (await markStockGivenBack(tx, ordreId, now)))
      await jobs.add(tx, givingBack, { ordreId })
    return { ordreId, statut, message: MESSAGES[statut] }
  })
}

const MESSAGES: Record<StatusChange['nouveauStatut'], string> = {
  EN_PREPARATION: 'La commande est en préparation',
  EXPEDIEE: 'La commande est expédiée',
  LIVREE: 'La commande est livrée',
  ANNULEE: 'La commande est annulée',
}
