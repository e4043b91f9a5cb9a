import { latencies, quality } from '../catalogue/latency.ts'
import { fillCatalogue } from '../catalogue/multiply.ts'
import { cataloguePlans } from '../catalogue/plans.ts'
import { catalogueScenarios, FAMILY } from '../catalogue/requests.ts'
import type { Bench, Suite } from '../support/bench.ts'
import { memoryText } from '../support/memory.ts'
import { race, raceTable } from '../support/race.ts'

const SIZES = [10_000, 100_000, 1_000_000]

/** How long another process needs until it answers a search, on a filled database. */
async function restart(bench: Bench, url: string) {
  const began = performance.now()
  const platform = await bench.platform(url)
  await (await fetch(`${platform.base}/api/products?search=iphone`)).text()
  const firstMs = Math.round(performance.now() - began)
  const text = `A second process on the same database listens after ${platform.startMs} ms and has answered its first search after ${firstMs} ms; its memory: ${memoryText(platform.pid)}.`
  platform.process.kill('SIGTERM')
  return text
}

export const suite: Suite = {
  about: 'the catalogue at 10 thousand, 100 thousand and 1 million products, up to --products',
  async run(bench) {
    const { url } = await bench.database()
    const platform = await bench.platform(url)
    const bare = await bench.bare('catalogue', url)
    const parts: string[] = []
    const most = bench.options.products
    let have = 0
    for (const size of new Set([...SIZES.filter(size => size < most), most])) {
      await fillCatalogue(platform.base, url, have, size)
      have = size
      const tag = (await fetch(`${platform.base}/api/products`)).headers.get('etag') ?? ''
      const times = await latencies(platform.base, bare.base)
      const scenarios = catalogueScenarios(size, tag)
      const raced = await race(bench, size === most ? scenarios : scenarios.slice(0, 2), {
        ours: platform.base,
        bare: bare.base,
      })
      parts.push(`## ${size} products

One caller, one search at a time:

${times}

Sixteen callers at once:

${raceTable(raced)}

Memory of the server, all ten areas: ${memoryText(platform.pid)}.`)
    }
    const found = await quality(platform.base)
    return `Beyond 10,000 products, copies of the originals that differ in id, ean and a number in the name are made by PostgreSQL. The plain way is a tsvector under a GIN index with \`ts_rank\` and an exact count; it stops after four seconds a kind. In brackets: how many it was asked. At the smaller sizes the first two works alone are measured. A letter is replaced in a word of five and more by a fixed seed.

${parts.join('\n\n')}

## What the real searches find at ${most} products

${found}

## A second process

${await restart(bench, url)}

## Plans at ${most} products

<details>

${await cataloguePlans(url, FAMILY)}
</details>`
  },
}
