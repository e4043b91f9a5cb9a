import { fillQuietly } from '../reference/fill-quietly.ts'
import { listPlans } from '../reference/plans.ts'
import { listScenarios } from '../reference/scenarios.ts'
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
    const sections: string[] = []
    const most = bench.options.products
    let filled = 0
    for (const size of new Set([...SIZES.filter(size => size < most), most])) {
      await fillQuietly(url, size, filled)
      filled = size
      const raced = await race(bench, listScenarios(size), { ours: platform.base, bare: bare.base })
      sections.push(`## ${size} products

${raceTable(raced)}

Memory of the server, all ten areas: ${memoryText(platform.pid)}.`)
    }
    return `The bare limit is Fastify and pg with the least SQL that gives the rows, without a total. A page that was asked for before is remembered until a product changes, which each request asks the database; pages "asked for the first time" are answered without that.

${sections.join('\n\n')}

## What each list reads, at ${most} products

${await listPlans(url)}`
  },
}
