import { everydayScenarios } from '../everyday/scenarios.ts'
import type { Bench } from '../support/bench.ts'
import { fillShop } from '../support/fill-shop.ts'
import { describeMemory } from '../support/memory.ts'
import { renderReport } from '../support/report.ts'
import { measureScenarios } from '../support/scenario.ts'
import { createSettle } from '../support/settled.ts'
import type { Suite } from '../support/suite.ts'

const PRODUCTS = 10_000
/** An hour, so that no payment falls due during the measurement. */
const LATER = { COMPTOIR_PAYMENT_DELAY_MS: '3600000' }

async function open(bench: Bench) {
  const url = await bench.database()
  const platform = await bench.platform(url, LATER)
  bench.progress.now('filling the shop')
  const products = await fillShop(platform.base, Math.min(bench.options.products, PRODUCTS))
  return { platform, url, scenarios: everydayScenarios(products) }
}

export const suite: Suite = {
  about: 'everyday work: a product, a search, an order and a payment, among 10,000 products',
  minutes: 3,
  open,
  async run(bench) {
    const { platform, url, scenarios } = await open(bench)
    const bare = await bench.bare('everyday', url)
    const bases = { platform: platform.base, bare: bare.base }
    const measured = await measureScenarios(bench, scenarios, bases, await createSettle(bench, url))
    return {
      text: `${renderReport(measured)}

For an order and a payment, the bare limit does the minimum: one transaction with a row for the necessary data, in separate tables (\`bench/bare/everyday.ts\`). The platform also verifies prices, promotions and stock, calls other areas, and publishes events.

Memory of the server, all ten areas: ${describeMemory(platform.pid)}.`,
    }
  },
}
