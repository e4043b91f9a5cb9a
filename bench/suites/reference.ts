import { fillProducts } from '../reference/fill.ts'
import { listPlans, listScenarios } from '../reference/lists.ts'
import type { Suite } from '../support/bench.ts'
import { memoryText } from '../support/memory.ts'
import { race, raceTable } from '../support/race.ts'

const SIZES = [10_000, 100_000, 1_000_000]

export const suite: Suite = {
  about: 'reads of products at 10 thousand, 100 thousand and 1 million, up to --products',
  async run(bench) {
    const { url } = await bench.database()
    const platform = await bench.platform(url)
    const bare = await bench.bare('reference', url)
    const parts: string[] = []
    const most = bench.options.products
    for (const size of new Set([...SIZES.filter(size => size < most), most])) {
      await fillProducts(platform.base, size)
      const plans = await listPlans(url)
      const raced = await race(bench, listScenarios(size), { ours: platform.base, bare: bare.base })
      parts.push(`## ${size} products

${raceTable(raced)}

Memory of the server, all ten areas: ${memoryText(platform.pid)}.

<details><summary>Plans</summary>

${plans}
</details>`)
    }
    return `A page or a total that was asked for before is remembered until a product changes, which each request asks the database; "not asked for before" is answered without that.

${parts.join('\n\n')}`
  },
}
