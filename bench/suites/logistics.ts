import { fillReference, fillSheets, fillStocks, STORES } from '../logistics/fill.ts'
import { stockImports } from '../logistics/imports.ts'
import { logisticsPlans } from '../logistics/plans.ts'
import { logisticsScenarios } from '../logistics/scenarios.ts'
import { slips } from '../logistics/slips.ts'
import type { Bench } from '../support/bench.ts'
import { measure } from '../support/measure.ts'
import { memoryText } from '../support/memory.ts'
import { report } from '../support/report.ts'
import { measureScenarios } from '../support/scenario.ts'
import { settling } from '../support/settled.ts'
import type { Suite } from '../support/suite.ts'

const QUANTITY = 1_000_000
const stockedOf = ({ options: { products } }: Bench) => Math.ceil(products / 100)
const sheetsOf = ({ options: { products } }: Bench) => Math.ceil(products / 10)
const slipsOf = ({ options: { products } }: Bench) => Math.ceil(products / 30)

async function open(bench: Bench) {
  const [stocked, sheets] = [stockedOf(bench), sheetsOf(bench)]
  const url = await bench.database()
  const platform = await bench.platform(url)
  bench.progress.now(`filling ${stocked * STORES} stocks`)
  // Products beyond those that have stock come to it by import.
  await fillReference(url, bench.options.products)
  await fillStocks(url, stocked, QUANTITY)
  await fillSheets(url, sheets)
  return { platform, url, scenarios: logisticsScenarios(stocked, sheets) }
}

export const suite: Suite = {
  about: 'stocks (100 for each product), their import, repair sheets and events, slips from messages',
  minutes: 9,
  open,
  async run(bench) {
    const { platform, url, scenarios } = await open(bench)
    const bare = await bench.bare('logistics', url)
    const bases = { platform: platform.base, bare: bare.base }
    const settle = await settling(bench, url)
    const measured = await measureScenarios(bench, scenarios, bases, settle)
    const stocked = stockedOf(bench)
    const imported = await measure(bench, await stockImports(bench, platform.base, url, stocked + 1), settle)
    const memory = memoryText(platform.pid)
    await platform.stop()
    const written = await measure(bench, [slips(bench, url, slipsOf(bench), stocked)])
    return {
      text: `${report([...measured, ...imported, ...written])}

${stocked * STORES} rows of stock, sixteen callers. The bare limit sends the platform's own statements (\`bench/bare/logistics.ts\`); nobody looks where the goods of a repair sheet came from. Of an import, it is PostgreSQL alone, which writes such rows to a second table with the same indexes. Of slips, it deletes the message, takes the stock and writes the slip, 16 at once.

Memory of the server, all ten areas: ${memory}.`,
      plans: await logisticsPlans(url),
    }
  },
}
