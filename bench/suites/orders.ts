import pg from 'pg'
import { basketBenchmarks } from '../orders/baskets.ts'
import { fillPaidOrders } from '../orders/fill.ts'
import { MOST_A_SECOND, orderScenarios, registerShopper } from '../orders/scenarios.ts'
import type { Bench } from '../support/bench.ts'
import { fillShop } from '../support/fill-shop.ts'
import { measure } from '../support/measure.ts'
import { renderReport } from '../support/report.ts'
import { measureScenarios } from '../support/scenario.ts'
import { createSettle } from '../support/settled.ts'
import type { Suite } from '../support/suite.ts'

async function open(bench: Bench) {
  const url = await bench.database()
  const platform = await bench.platform(url)
  bench.progress.now('filling the shop')
  const products = await fillShop(platform.base, 2_000)
  await registerShopper(platform.base)
  const { rounds, seconds } = bench.options
  const ledger = new pg.Client({ connectionString: url })
  await ledger.connect()
  const ids = products.map(({ id }) => id)
  await fillPaidOrders(ledger, 2 * MOST_A_SECOND * (rounds * seconds + 2), ids)
  await ledger.end()
  return { platform, url, scenarios: await orderScenarios(bench, url, products) }
}

export const suite: Suite = {
  about:
    'orders placed and confirmed, compared with a bare server and pgbench with the same statements; baskets',
  minutes: 5,
  open,
  async run(bench) {
    const { platform, url, scenarios } = await open(bench)
    const bare = await bench.bare('orders', url)
    const bases = { platform: platform.base, bare: bare.base }
    const measured = await measureScenarios(bench, scenarios, bases, await createSettle(bench, url))
    return {
      text: `${renderReport(measured)}

8 connections each. The bare limit sends the same statements in the same transactions (\`bench/bare/orders.ts\`), without prices, promotions and calls of other areas; pgbench (Debian's \`postgresql\`) sends them without HTTP. Their events are not consumed; those of the platform are consumed during the measurement, including delivery slips and purchase histories.

The basket function alone, in the process:

${renderReport(await measure(bench, basketBenchmarks))}`,
    }
  },
}
