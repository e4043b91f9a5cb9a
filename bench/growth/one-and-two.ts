import { areaNames } from '../../src/areas.ts'
import type { Bench } from '../support/bench.ts'
import { createMeasurement, type Measurement } from '../support/measure.ts'
import { openScope } from '../support/scope.ts'
import { createMeter, waitUntilQuiet } from './cost.ts'
import { openShop } from './purchases.ts'
import { type Part, startSetup } from './setup.ts'

export const BUYERS = 16
const WARM_SECONDS = 5

const copies = (count: number): Part[] => [{ areas: areaNames, copies: count, database: `copies${count}` }]

/** Measures purchases on one copy and on two copies alternately; each has a separate proxy, database and broker. */
export async function compareCopies(bench: Bench): Promise<Measurement[]> {
  const scope = openScope(bench)
  const url = await bench.database(scope)
  const shops = []
  for (const count of [1, 2]) {
    bench.progress.now(`starting ${count}`)
    const setup = await startSetup(scope, url, copies(count))
    const buy = await openShop(setup.url)
    await buy(WARM_SECONDS, BUYERS)
    const name = count === 1 ? 'one process' : 'two copies'
    const used = await createMeter(scope, url, setup)
    shops.push({ name, setup, buy, used, found: createMeasurement(name) })
  }
  for (let round = 1; round <= bench.options.rounds; round++)
    for (const { name, setup, buy, used, found } of shops) {
      bench.progress.now(`${name}, round ${round}`)
      await waitUntilQuiet(setup.databases)
      await used()
      const figures = await buy(bench.options.seconds, BUYERS)
      bench.shortest = Math.min(bench.shortest, figures.seconds)
      const processes = [...(await used())].filter(([of]) => of.startsWith('copy'))
      const processorMs = processes.reduce((sum, [, ms]) => sum + ms, 0) / figures.bought
      found.platform.push({ ...figures, processorMs })
      bench.progress.step()
    }
  await scope.close()
  return shops.map(({ found }) => found)
}
