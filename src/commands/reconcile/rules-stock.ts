import type { Known, Moments, Order, Reservation, StockRow } from './types.ts'
import { differences, sumsOf } from './units.ts'

/** What active reservations hold is what a row of stock says is reserved. */
export const wrongReserve = ({ productId, storeId, reserve, promis }: StockRow): string[] =>
  reserve === promis
    ? []
    : [`product ${productId} in store ${storeId} has ${reserve} reserved, active reservations hold ${promis}`]

/**
 * An active reservation is one of an order that waits to be paid. One whose order was never kept, because a process died between
 * the two, or was sent unpaid and then cancelled, ends by itself.
 */
export function wrongReservation(
  { expireLe }: Reservation,
  order: Order | undefined,
  { settledBefore }: Pick<Moments, 'settledBefore'>,
): string[] {
  if (new Date(expireLe) <= settledBefore) return ['is reserved beyond the end of its reservation']
  if (!order) return []
  if (order.statut === 'ANNULEE')
    return order.expedieeLe === null ? ['is reserved for a cancelled order'] : []
  return order.confirmeeLe === null ? [] : ['is reserved for an order that is confirmed']
}

/** What was taken for an order is what its slips carry, less what came back. */
export function wrongTaken({ order, logistics }: Pick<Known, 'order' | 'logistics'>): string[] {
  if (!logistics || logistics.reservation === 'active') return []
  const { reservation, lignes, retours, unitesRevenues, bordereaux } = logistics
  const isGivenBack = reservation === 'annulee'
  if (order.statut === 'ANNULEE' && order.expedieeLe === null && reservation === 'prelevee')
    return ['a cancelled order keeps what was taken for it']
  // Once an order was sent its goods are out, whatever its slips became; before, a cancelled slip gave them back.
  const isOut = order.expedieeLe !== null && !isGivenBack
  const slips = bordereaux.filter(({ statut }) => isOut || statut !== 'annule')
  const carried = sumsOf(slips.flatMap(({ articles }) => articles).filter(({ storeId }) => storeId !== null))
  const back = sumsOf(isGivenBack ? [] : retours)
  const expected = new Map([...carried].map(([id, units]) => [id, Math.max(0, units - (back.get(id) ?? 0))]))
  return [
    ...differences(expected, sumsOf(lignes)).map(
      ({ id, first, second }) => `${second} of product ${id} are taken instead of ${first}`,
    ),
    ...(unitesRevenues === order.unitesRemisesEnStock
      ? []
      : [`${unitesRevenues} units were sent back to the stock instead of ${order.unitesRemisesEnStock}`]),
  ]
}
