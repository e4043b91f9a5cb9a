import type { GoodsReturned } from '../../orders/contract.ts'
import type { Tx } from '../../platform/database/database.ts'
import { announceAvailability } from '../announcing/announce.ts'
import type { LogisticsPlatform } from '../context.ts'
import { unitsByProduct } from '../reservations/allocate.ts'
import { lockReservation } from '../reservations/store/reservations.ts'
import type { Units } from '../stock-schemas.ts'
import { completeWaitingReturns, insertReturn, lockTakenUnits, returnToStock } from './store.ts'

/**
 * Restocks returned goods in the stores that supplied them, once per return, if their order is prepared. Before that,
 * the return waits, and the preparation restocks the goods. Of a cancelled order, only slips that were sent still have
 * units to return.
 */
export async function restockReturn(tx: Tx, parts: LogisticsPlatform, returned: GoodsReturned) {
  const now = parts.clock.now()
  const { ordreId } = returned
  const { statut } = await lockReservation(tx, ordreId, 'liberee', now)
  if ((await insertReturn(tx, returned, now)) && (statut === 'prelevee' || statut === 'annulee'))
    await restockWaitingReturns(tx, ordreId, parts)
}

/**
 * Restocks the goods of the returns that wait for the preparation of this order, at most the units that the order took.
 * The caller has locked the reservation of the order.
 */
export async function restockWaitingReturns(tx: Tx, ordreId: string, parts: LogisticsPlatform) {
  const now = parts.clock.now()
  const articles = (await completeWaitingReturns(tx, ordreId, now)).flatMap(each => each.articles)
  if (articles.length === 0) return
  const taken = await lockTakenUnits(tx, ordreId)
  const given = unitsByProduct(articles).flatMap(({ productId, quantite }) => {
    let left = quantite
    return taken
      .filter(line => line.productId === productId)
      .map((line): Units => {
        const back = Math.min(left, line.quantite)
        left -= back
        return { ...line, quantite: back }
      })
  })
  const returned = given.filter(({ quantite }) => quantite > 0)
  const crossed = await returnToStock(tx, ordreId, returned, now)
  await announceAvailability(tx, parts, crossed)
}
