import type { Known, Order, Slip } from './types.ts'
import { differences, sumsOf } from './units.ts'

/** How far a slip and its order are. */
const OF_SLIP: Record<string, number> = { a_preparer: 0, incomplet: 0, prepare: 1, expedie: 2, livre: 3 }
const OF_ORDER: Record<string, number> = { EN_ATTENTE: 0, EN_PREPARATION: 1, EXPEDIEE: 2, LIVREE: 3 }
const SENT = 2

const placeOf = ({ statut }: Slip) => OF_SLIP[statut] ?? 0

/** A confirmed order has slips that make its lines and are as far as it is; one that nobody paid has none. */
export function wrongSlips({ order, logistics }: Pick<Known, 'order' | 'logistics'>): string[] {
  const slips = logistics?.bordereaux ?? []
  if (order.confirmeeLe === null) return slips.length > 0 ? ['are there, but its order is not confirmed'] : []
  if (slips.length === 0) return ['are not there']
  const asked = sumsOf(order.lignes.map(({ articleId, quantite }) => ({ id: articleId, quantite })))
  const written = sumsOf(slips.flatMap(({ articles }) => articles))
  return [
    ...differences(asked, written).map(
      ({ id, first, second }) => `have ${second} of the article ${id}, the order has ${first}`,
    ),
    ...wrongStatus(order, slips),
  ]
}

function wrongStatus({ statut }: Order, slips: readonly Slip[]): string[] {
  const counting = slips.filter(slip => slip.statut !== 'annule')
  const told = (slip: Slip) => `${slip.id} is ${slip.statut}, its order ${statut}`
  // What has left the house is not called back.
  if (statut === 'ANNULEE') return counting.filter(slip => placeOf(slip) < SENT).map(told)
  const place = OF_ORDER[statut] ?? 0
  if (place >= SENT) return counting.filter(slip => placeOf(slip) !== place).map(told)
  // Single slips may be ahead of an order; once the last is, the order is too.
  const behind = counting.length > 0 && counting.every(slip => placeOf(slip) >= SENT)
  return behind ? counting.slice(0, 1).map(told) : []
}
