import { areaNames } from '../../src/areas.ts'
import type { Bench } from '../support/bench.ts'
import { openScope } from '../support/scope.ts'
import { costOf, createMeter, type ProcessorTimes, waitUntilQuiet } from './cost.ts'
import { openShop } from './purchases.ts'
import { type Part, startSetup } from './setup.ts'
import { createWriteMeter } from './written.ts'

/** Few enough that no call waits for the processor: the measurement counts work, not waiting. */
export const CALM_BUYERS = 4
/** Long enough to warm ten processes, each of which receives a part of the calls. */
const WARM_SECONDS = 10

const apart: Part[] = areaNames.map(area => ({ areas: [area], copies: 1, database: area }))

/** Kilobytes per purchase: written to PostgreSQL's log, and by which its databases grow. */
export type WrittenKilobytes = { log: number; disk: number }

/** Measures the cost of a purchase for each area's process and database, and the data that it writes. */
export async function measureByArea(bench: Bench) {
  const scope = openScope(bench)
  const url = await bench.database(scope)
  bench.progress.now('starting ten')
  const setup = await startSetup(scope, url, apart)
  const buy = await openShop(setup.url)
  await buy(WARM_SECONDS, CALM_BUYERS)
  await waitUntilQuiet(setup.databases)
  const used = await createMeter(scope, url, setup)
  const written = await createWriteMeter(scope, url)
  const rounds: ProcessorTimes[] = []
  const left: WrittenKilobytes[] = []
  for (let round = 1; round <= bench.options.rounds; round++) {
    bench.progress.now(`by area, round ${round}`)
    let began = performance.now()
    await used()
    await new Promise(resolve => setTimeout(resolve, 5_000))
    const idle = await used()
    const idleMs = performance.now() - began
    began = performance.now()
    await written()
    const { bought, seconds } = await buy(bench.options.seconds, CALM_BUYERS)
    bench.shortest = Math.min(bench.shortest, seconds)
    await waitUntilQuiet(setup.databases)
    const busy = await used()
    const { log, disk } = await written()
    left.push({ log: log / bought / 1_000, disk: disk / bought / 1_000 })
    rounds.push(costOf(busy, idle, { bought, times: (performance.now() - began) / idleMs }))
    bench.progress.step()
  }
  await scope.close()
  return { rounds, left }
}
