import { today } from '../../platform/clock.ts'
import { later } from '../../platform/moment.ts'
import type { OrdersPlatform } from '../peers.ts'
import { lockFigures } from './store/counting.ts'
import { trimArticles } from './store/trimming.ts'

/** The last day of which every sale has long been counted. */
export const lastClosedDay = (parts: Pick<OrdersPlatform, 'clock'>) => later(today(parts.clock), -2)

/**
 * Of a day that is over only its best sellers are asked for. With all articles that one store or another sold, ten million
 * orders leave thirty million rows; with a hundred for each day and store, two million. A week of nights may be missed.
 */
export async function trimFigures(parts: Pick<OrdersPlatform, 'db' | 'clock'>) {
  const last = lastClosedDay(parts)
  await parts.db.transaction(async tx => {
    await lockFigures(tx)
    await trimArticles(tx, later(last, -7), last)
  })
}
