import { type Announcement, announce } from '../../platform/events/outbox.ts'
import { orderRefunded, purchaseRefunded } from '../contract.ts'
import { isGuest } from '../customer.ts'
import type { Refund } from '../store/payments.ts'

/**
 * What tells loyalty what is still paid of an order, and the purchase history that nothing is. A refund is told once its
 * payment has confirmed the order: what never was has no points and no history.
 */
export function tellRefund(
  clientId: string,
  { ordreId, transactionId, remboursementId, montantCents, resteCents }: Refund,
  now: Date,
): Announcement[] {
  if (isGuest(clientId)) return []
  const timestamp = now.toISOString()
  const refunded = { ordreId, clientId, transactionId, remboursementId, montantCents, resteCents, timestamp }
  return [
    announce(orderRefunded, refunded),
    ...(resteCents === 0 ? [announce(purchaseRefunded, { ordreId, clientId, timestamp })] : []),
  ]
}
