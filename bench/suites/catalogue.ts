import { explainLists } from '../catalogue/list-plans.ts'
import { listScenarios } from '../catalogue/lists.ts'
import { explainCatalogue } from '../catalogue/plans.ts'
import { measureQuality } from '../catalogue/quality.ts'
import { catalogueScenarios, FAMILY } from '../catalogue/scenarios.ts'
import { openSharedShop } from '../import/products.ts'
import type { Bench } from '../support/bench.ts'
import { measure } from '../support/measure.ts'
import { describeMemory } from '../support/memory.ts'
import { renderReport } from '../support/report.ts'
import { measureScenarios } from '../support/scenario.ts'
import { createSettle } from '../support/settled.ts'
import { createStartRound } from '../support/starts.ts'
import type { Suite } from '../support/suite.ts'

async function open(bench: Bench) {
  const url = await openSharedShop(bench)
  const platform = await bench.platform(url)
  const tag = (await fetch(`${platform.base}/api/products`)).headers.get('etag') ?? ''
  const { products } = bench.options
  const scenarios = [...catalogueScenarios(products, tag), ...listScenarios(products)]
  return { platform, url, scenarios }
}

export const suite: Suite = {
  about: 'reads of products: searches as visitors type them, lists of the catalogue and of staff, statistics',
  minutes: 15,
  open,
  async run(bench) {
    const { platform, url, scenarios } = await open(bench)
    const bare = await bench.bare('catalogue', url)
    const bases = { platform: platform.base, bare: bare.base }
    const settle = await createSettle(bench, url)
    const measured = await measureScenarios(bench, scenarios, bases, settle)
    const memory = describeMemory(platform.pid)
    const found = await measureQuality(platform.base)
    const second = createStartRound(() => bench.platform(url), '/api/products?search=iphone')
    const name = 'a second process starts and answers a search'
    const started = await measure(bench, [{ name, platform: second }], settle)
    return {
      text: `${renderReport([...measured, ...started])}

Sixteen callers unless stated. The bare limit sends the platform's own statements (\`bench/bare/catalogue.ts\`, \`bench/bare/lists.ts\`). The usual way of a search is a tsvector with a GIN index, \`ts_rank\` and a count, which tolerates no typos and so finds other products; that of a list is an offset and a count. At most two callers use it, because each call takes long. In a word of at least five letters, one letter is replaced, with a fixed seed.

Memory of the server, all ten areas: ${memory}.

What the real searches find:

${found}`,
      plans: `${await explainCatalogue(url, FAMILY)}\n### Lists of staff\n\n${await explainLists(url)}`,
    }
  },
}
