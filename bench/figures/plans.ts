import { openRepairs } from '../../src/logistics/repairs/ages/open-repairs.ts'
import { waitingByStore } from '../../src/logistics/slips/store/slips.ts'
import { readBestSellers, readPromotions, readSales } from '../../src/orders/figures/read-figures.ts'
import { readOutcomes } from '../../src/payments/figures/read-outcomes.ts'
import { realClock } from '../../src/platform/clock.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { explain } from '../support/explain.ts'

const clock = realClock()
const over = (db: Tx) => ({ db, clock })

const all: [string, (tx: Tx) => Promise<unknown>][] = [
  ['A day and the week before, by the hour', tx => readSales(over(tx), {})],
  ['Best sellers of a day', tx => readBestSellers(over(tx), { limit: 10 })],
  ['Promotions of a day', tx => readPromotions(over(tx), { limit: 10 })],
  ['Payments of a day by outcome', tx => readOutcomes(over(tx))],
  ['Slips that wait, by store', tx => waitingByStore(tx)],
  ['Open repairs by age', tx => openRepairs(tx, clock.now(), 1)],
]

/** What PostgreSQL does for each figure, as Markdown. */
export async function figurePlans(url: string) {
  const texts: string[] = []
  for (const [name, work] of all) texts.push(await explain(url, name, work))
  return texts.join('\n')
}
