import { cataloguePlans } from '../catalogue/plans.ts'
import { quality } from '../catalogue/quality.ts'
import { catalogueScenarios, FAMILY } from '../catalogue/scenarios.ts'
import { sharedShop } from '../import/products.ts'
import type { Bench } from '../support/bench.ts'
import { measure } from '../support/measure.ts'
import { memoryText } from '../support/memory.ts'
import { report } from '../support/report.ts'
import { measureScenarios } from '../support/scenario.ts'
import { settling } from '../support/settled.ts'
import { starts } from '../support/starts.ts'
import type { Suite } from '../support/suite.ts'

async function open(bench: Bench) {
  const url = await sharedShop(bench)
  const platform = await bench.platform(url)
  const tag = (await fetch(`${platform.base}/api/products`)).headers.get('etag') ?? ''
  return { platform, url, scenarios: catalogueScenarios(bench.options.products, tag) }
}

export const suite: Suite = {
  about: 'the catalogue: searches as visitors type them, lists, statistics',
  minutes: 9,
  open,
  async run(bench) {
    const { platform, url, scenarios } = await open(bench)
    const bare = await bench.bare('catalogue', url)
    const bases = { platform: platform.base, bare: bare.base }
    const settle = await settling(bench, url)
    const measured = await measureScenarios(bench, scenarios, bases, settle)
    const memory = memoryText(platform.pid)
    const found = await quality(platform.base)
    const second = starts(() => bench.platform(url), '/api/products?search=iphone')
    const name = 'a second process starts and answers a search'
    const started = await measure(bench, [{ name, platform: second }], settle)
    return {
      text: `${report([...measured, ...started])}

Sixteen callers where none are named. The bare limit sends the platform's own statements (\`bench/bare/catalogue.ts\`). The usual way is, for a search, a tsvector under a GIN index with \`ts_rank\` and a count, which forgives nothing and so finds other products; for a list, an offset and a count. It is asked by two callers at most, for each waits long. A letter is replaced in a word of five and more by a fixed seed.

Memory of the server, all ten areas: ${memory}.

What the real searches find:

${found}`,
      plans: await cataloguePlans(url, FAMILY),
    }
  },
}
