import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { upload } from '../../src/commands/upload.ts'
import type { ImportResult } from '../../src/logistics/schemas.ts'
import { claimEvents, waitingEvents } from '../../src/logistics/store/repair-events.ts'
import { lastDelivery, pageOfSheets } from '../../src/logistics/store/repair-sheets.ts'
import { pageOfSlips } from '../../src/logistics/store/slips.ts'
import { findStock, pageOfStore, stocksAfter, storesWith } from '../../src/logistics/store/stocks.ts'
import type { Database, Tx } from '../../src/platform/database/database.ts'
import { fillReference, fillSheets, fillStocks, STORES, withClient, writeCounts } from '../logistics/fill.ts'
import { logisticsScenarios } from '../logistics/scenarios.ts'
import { slips } from '../logistics/slips.ts'
import type { Bench, Suite } from '../support/bench.ts'
import { explain } from '../support/explain.ts'
import { memoryText } from '../support/memory.ts'
import { race, raceTable, table } from '../support/race.ts'

const MESSAGES = 10_000
const SHEETS = 100_000

/** The bare limit: PostgreSQL alone writes the same rows to a second table with the same indexes. Rows a second. */
const writeAgain = (url: string, rows: number) =>
  withClient(url, async client => {
    await client.query('create table public.stock (like logistics.stock including all)')
    const began = performance.now()
    await client.query('insert into public.stock overriding system value select * from logistics.stock')
    const seconds = (performance.now() - began) / 1_000
    await client.query('drop table public.stock')
    return Math.round(rows / seconds)
  })

async function imports(bench: Bench, url: string, base: string, pid: number) {
  const { products } = bench.options
  const tenth = Math.ceil(products / 10)
  const lines: (string | number)[][] = []
  async function measure(what: string, count: number, quantity: number) {
    const file = join(bench.directory, 'stocks.json')
    await writeCounts(file, count, quantity)
    const began = performance.now()
    const { body } = await upload({ url: base }, '/api/v1/privee/stocks/import', file, () => {})
    const seconds = (performance.now() - began) / 1_000
    const rows = count * STORES
    if ((body as ImportResult).created !== rows) throw new Error(JSON.stringify(body).slice(0, 500))
    const megabytes = Math.round((await stat(file)).size / 1e6)
    lines.push([what, rows, megabytes, Math.round(rows / seconds), memoryText(pid)])
  }
  await measure('new stock', tenth, 1_000_000)
  await fillStocks(url, products, 1_000_000)
  await measure('counted again, all as before', products, 1_000_000)
  await measure('counted again, all different', tenth, 1_000_001)
  const bare = await writeAgain(url, products * STORES)
  return `${table(['import', 'lines', 'file, MB', 'lines/s', 'memory of the server'], lines)}

PostgreSQL alone writes such rows to a second table with the same indexes, by one \`insert … select\`: ${bare} a second.`
}

const plans = async (url: string) => {
  const first = { page: 1, limit: 20 }
  const all: [string, (db: Database) => Promise<unknown>][] = [
    ['A page of a store and its total', db => pageOfStore(db, 7, 5_000, 10)],
    ['The stock of a product in a store', db => findStock(db, 7, 4_711)],
    ['The stores of a product', db => storesWith(db, 4_711)],
    ['All stocks, a chunk', db => stocksAfter(db, 500_000, 500)],
    ['Slips, a page', db => pageOfSlips(db, undefined, first)],
    ['Repair sheets, a page', db => pageOfSheets(db, undefined, first)],
    ['The last delivery of an article to a customer', db => lastDelivery(db, ['CLI_FFFFFFFF'], '17')],
    ['Repair events that wait', db => waitingEvents(db, first)],
    ['Repair events to send', db => claimEvents(db as Tx, new Date(), new Date(), 16)],
  ]
  const texts: string[] = []
  for (const [name, work] of all) texts.push(await explain(url, name, work))
  return texts.join('\n')
}

export const suite: Suite = {
  about: 'stocks (100 for each product), their import, repair sheets and events, slips from messages',
  async run(bench) {
    const { products } = bench.options
    const { url } = await bench.database()
    const platform = await bench.platform(url)
    await fillReference(url, products)
    await fillSheets(url, SHEETS)
    const imported = await imports(bench, url, platform.base, platform.pid)
    await withClient(url, client => client.query('vacuum analyze'))
    const bare = await bench.bare('logistics', url)
    const raced = await race(bench, logisticsScenarios(products, SHEETS), {
      ours: platform.base,
      bare: bare.base,
    })
    const memory = memoryText(platform.pid)
    platform.process.kill('SIGKILL')
    const written = await slips(bench, url, MESSAGES, products)
    await withClient(url, client => client.query('vacuum analyze'))
    const explained = await plans(url)
    return `## ${products * STORES} rows of stock

${raceTable(raced)}

The bare limit is Fastify and pg doing the least SQL on the same tables (\`bench/bare/logistics.ts\`): a page has no total, a sheet no events and no context, an event no order. Memory of the server, all ten areas: ${memory}.

${imported}

Slips of paid orders whose messages wait when the platform starts, its start included; the bare limit deletes the message, takes the stock and writes the slip, 16 at once:

${table(['messages', 'slips/s', 'bare limit, /s', 'ratio', 'memory of the server'], written)}

<details><summary>Plans</summary>

${explained}
</details>`
  },
}
