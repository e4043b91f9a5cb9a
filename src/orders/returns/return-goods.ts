import type { Remember } from '../../platform/http/idempotency.ts'
import { allowOnlyStores, type StoreRequest } from '../../platform/http/stores.ts'
import { Problem } from '../../platform/problem.ts'
import { resolveUnits, type Units } from '../article-units.ts'
import { refundableDeliveryCents } from '../delivery/terms.ts'
import { paidLines } from '../paid-lines.ts'
import { findAcceptedPayment, type OrdersPlatform } from '../peers.ts'
import { lockOrder } from '../status/store.ts'
import { getOrder } from '../store/orders.ts'
import type { Order } from '../tables.ts'
import { followReturn } from '../withdrawals/follow-returns.ts'
import { answerOf, refundReturn, refundReturnJob } from './refund-return.ts'
import { priceReturnedLines } from './returned-lines.ts'
import type { NewReturn, ReturnAnswer } from './schemas.ts'
import { insertReturn, listReturnedUnits } from './store.ts'

/** The job waits this long, so that the call that recorded the return can make the refund itself. */
const LATER_MS = 10_000

/**
 * Records returned goods and refunds their price, and the delivery if the return ends a withdrawal of the whole order.
 * The return is recorded first, so that no unit is returned twice; its refund follows, by a job if it fails here.
 * Throws 404 for an unknown order; 403 if the caller is limited to other stores; 409 if the order is not delivered, more
 * units are returned than are left or than the given withdrawal names, the withdrawal is not accepted, or the number of
 * units returned before is not the given `dejaRetournes`; 422 for an article that is not in the order or a withdrawal
 * that is not of the order.
 */
export async function returnGoods(
  platform: OrdersPlatform,
  given: NewReturn,
  request: StoreRequest & { remember: Remember },
): Promise<ReturnAnswer> {
  const { clock, db, jobs, log } = platform
  const { remember } = request
  const { ordreId, motif = null, remisEnStock = false, retractationId = null } = given
  const order = await getOrder(db, ordreId)
  allowOnlyStores(request, order.magasins)
  checkDelivered(order)
  const wanted = await resolveUnits(platform.peers, order.lignes, given.articles)
  const paid = await findAcceptedPayment(platform.peers, order)

  const recorded = await db.transaction(async tx => {
    const locked = await lockOrder(tx, ordreId)
    checkDelivered(locked ?? order)
    const before = await listReturnedUnits(tx, ordreId)
    checkUnchanged(before, given)
    const lines = priceReturnedLines(paidLines(order), before, wanted)
    const endsWhole = await followReturn(tx, order, { retractationId, before, lines })
    const goodsCents = lines.reduce((sum, { montantCents }) => sum + montantCents, 0)
    const livraisonCents = endsWhole ? refundableDeliveryCents(order) : 0
    const montantCents = Math.min(goodsCents + livraisonCents, paid?.restantCents ?? 0)
    const transactionId = paid?.id ?? null
    const fields = {
      ...{ ordreId, motif, remisEnStock, montantCents, livraisonCents, transactionId, retractationId },
    }
    const made = await insertReturn(tx, fields, lines, clock.now())
    await jobs.add(tx, refundReturnJob, { retourId: made.id }, { at: clock.after(LATER_MS) })
    await remember(tx, 201, answerOf(made))
    return made
  })
  const refunded = await refundReturn(platform, recorded.id, remember).catch(error => {
    log.warn({ err: error, retourId: recorded.id }, 'The refund of a return failed and will be retried')
    return undefined
  })
  return refunded ?? answerOf(recorded)
}

/**
 * Two employees may record the same parcel. The second request gets 409 if it states how many units had been returned
 * before the parcel.
 */
function checkUnchanged(before: readonly Units[], { ordreId, dejaRetournes }: NewReturn) {
  const units = before.reduce((sum, { quantite }) => sum + quantite, 0)
  if (dejaRetournes !== undefined && dejaRetournes !== null && dejaRetournes !== units)
    throw new Problem(
      409,
      'change-entre-temps',
      `Un autre retour de la commande ${ordreId} a été enregistré entre-temps`,
    )
}

function checkDelivered({ ordreId, statut }: Order) {
  if (statut !== 'LIVREE')
    throw new Problem(
      409,
      'statut-incompatible',
      `Order ${ordreId} is ${statut}; articles can only be returned when it is LIVREE`,
    )
}
