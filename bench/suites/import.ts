import { setTimeout as sleep } from 'node:timers/promises'
import { importProducts, writeProductFile } from '../import/products.ts'
import { waitUntilSearchable } from '../support/fill-shop.ts'
import { createMeasurement, figuresOf } from '../support/measure.ts'
import { describeMemory } from '../support/memory.ts'
import { renderReport } from '../support/report.ts'
import { percentiles } from '../support/statistics.ts'
import type { Suite } from '../support/suite.ts'
import { createWriteRound } from '../support/write-again.ts'

const PING_EVERY_MS = 20
const COPIED = 100_000

/** Reads the first product repeatedly; the returned function stops that and returns the percentiles of the times. */
function reading(base: string) {
  const times: number[] = []
  let stopped = false
  const done = (async () => {
    while (!stopped) {
      const start = performance.now()
      await (await fetch(`${base}/api/publique/produits?ids=1`)).text()
      times.push(performance.now() - start)
      await sleep(PING_EVERY_MS)
    }
  })()
  return async () => {
    stopped = true
    await done
    return percentiles(times)
  }
}

export const suite: Suite = {
  about: 'the import of products, and concurrent reads',
  minutes: 10,
  async run(bench) {
    const { options, progress, run } = bench
    const url = await bench.database(run.scope)
    const platform = await bench.platform(url)
    const [imported, searchable] = [
      createMeasurement('products imported'),
      createMeasurement('products searchable'),
    ]
    const upTo = (round: number) => Math.floor((options.products * round) / options.rounds)
    const bare = await createWriteRound(bench, url, 'reference.produit', Math.min(COPIED, upTo(1)))
    progress.expect(2 * options.rounds)
    for (let round = 1; round <= options.rounds; round++) {
      const [from, to] = [upTo(round - 1), upTo(round)]
      progress.now(`products ${from + 1} to ${to}`)
      const file = await writeProductFile(bench.directory, from, to)
      const began = performance.now()
      const took = () => figuresOf(to - from, (performance.now() - began) / 1_000)
      const stop = reading(platform.base)
      await importProducts(platform.base, file, to - from)
      imported.platform.push({ ...took(), times: await stop() })
      await waitUntilSearchable(platform.base, to)
      searchable.platform.push(took())
      progress.step()
      progress.now(`products ${from + 1} to ${to}: bare limit`)
      imported.bare.push(await bare(options.seconds))
      progress.step()
    }
    for (const { seconds } of [...imported.platform, ...imported.bare])
      bench.shortest = Math.min(bench.shortest, seconds)
    run.shop = Promise.resolve(url)
    return {
      text: `${renderReport([imported, searchable])}

One upload per round, into one database, sequentially. The times are those of a product that is read every ${PING_EVERY_MS} ms during the import. Searchable: from the first byte sent until the catalogue finds the last product. The bare limit is PostgreSQL alone: \`insert … select\` of existing rows, ${COPIED} at a time, into a second table with the same indexes.

Memory of the server, all ten areas and the thread for imports: ${describeMemory(platform.pid)}.`,
    }
  },
}
