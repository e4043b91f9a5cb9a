import { sharedShop } from '../import/products.ts'
import { listPlans } from '../reference/plans.ts'
import { listScenarios } from '../reference/scenarios.ts'
import type { Bench } from '../support/bench.ts'
import { memoryText } from '../support/memory.ts'
import { report } from '../support/report.ts'
import { measureScenarios } from '../support/scenario.ts'
import { settling } from '../support/settled.ts'
import type { Suite } from '../support/suite.ts'

async function open(bench: Bench) {
  const url = await sharedShop(bench)
  const platform = await bench.platform(url)
  return { platform, url, scenarios: listScenarios(bench.options.products) }
}

export const suite: Suite = {
  about: 'reads of products by id and in lists',
  minutes: 7,
  open,
  async run(bench) {
    const { platform, url, scenarios } = await open(bench)
    const bare = await bench.bare('reference', url)
    const bases = { platform: platform.base, bare: bare.base }
    const measured = await measureScenarios(bench, scenarios, bases, await settling(bench, url))
    return {
      text: `${report(measured)}

The bare limit sends the platform's own statements (\`bench/bare/reference.ts\`).

Memory of the server, all ten areas: ${memoryText(platform.pid)}.`,
      plans: await listPlans(url),
    }
  },
}
