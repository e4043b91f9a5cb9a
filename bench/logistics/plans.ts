import { claimEvents, waitingEvents } from '../../src/logistics/repairs/store/repair-events.ts'
import { lastDelivery, pageOfSheets } from '../../src/logistics/repairs/store/repair-sheets.ts'
import { pageOfSlips } from '../../src/logistics/slips/store/slips.ts'
import { findStock, pageOfStore, stocksAfter, storesWith } from '../../src/logistics/stocks/store.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import { explain } from '../support/explain.ts'

const first = { page: 1, limit: 20 }
const all: [string, (tx: Tx) => Promise<unknown>][] = [
  ['A page of a store and its total', db => pageOfStore(db, 7, 5_000, 10)],
  ['The stock of a product in a store', db => findStock(db, 7, 4_711)],
  ['The stores of a product', db => storesWith(db, 4_711)],
  ['All stocks, a chunk', db => stocksAfter(db, 500_000, 500)],
  ['Slips, a page', db => pageOfSlips(db, {}, first)],
  ['Slips to prepare of a store, a page', db => pageOfSlips(db, { statut: 'a_preparer', storeId: 1 }, first)],
  ['Repair sheets, a page', db => pageOfSheets(db, undefined, first)],
  ['The last delivery of an article to a customer', db => lastDelivery(db, ['CLI_FFFFFFFF'], '17')],
  ['Repair events that wait', db => waitingEvents(db, first)],
  ['Repair events to send', tx => claimEvents(tx, new Date(), new Date(), 16)],
]

/** What PostgreSQL does for each kind of read, as Markdown. */
export async function logisticsPlans(url: string) {
  const texts: string[] = []
  for (const [name, work] of all) texts.push(await explain(url, name, work))
  return texts.join('\n')
}
