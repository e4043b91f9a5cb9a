import { allowOnlyStores, type StoreRequest } from '../../platform/http/stores.ts'
import { Problem } from '../../platform/problem.ts'
import { createPaymentLinkMail, findOwnAddress } from '../mails.ts'
import type { OrdersPlatform } from '../peers.ts'
import { getOrder } from '../store/orders.ts'
import { beginPayment } from './begin-payment.ts'

const MINUTE_MS = 60_000

/**
 * Requests the mail with a link to pay an order, at most one in a minute, and extends the reservation of the goods.
 * Throws 403 if the caller is limited to other stores, 409 if the order has no address for mails, and as `beginPayment`.
 */
export async function sendPaymentLink(platform: OrdersPlatform, request: StoreRequest, ordreId: string) {
  const { clock, db, outbox, settings } = platform
  const order = await getOrder(db, ordreId)
  allowOnlyStores(request, order.magasins)
  if ((await findOwnAddress(platform, order)) === null)
    throw new Problem(409, 'statut-incompatible', `Order ${ordreId} has no e-mail address`)
  const { montantTotalCents: montantCents } = order
  await beginPayment(platform, ordreId, { montantCents, devise: 'EUR', etape: 'lien' })
  const minute = Math.floor(clock.now().getTime() / MINUTE_MS)
  await db.transaction(tx => outbox.publishAll(tx, createPaymentLinkMail(order, settings, String(minute))))
  return { message: 'Le courriel avec le lien de paiement est demandé' }
}
