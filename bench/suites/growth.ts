import { areaNames } from '../../src/areas.ts'
import { costOf, inPostgres, meter, type Used, untilQuiet } from '../growth/cost.ts'
import { openShop } from '../growth/purchases.ts'
import { sendingRounds } from '../growth/relay.ts'
import { bringUp, type Part, type Setup } from '../growth/setup.ts'
import { writingMeter } from '../growth/written.ts'
import type { Bench } from '../support/bench.ts'
import { type Measured, notYet } from '../support/measure.ts'
import { report } from '../support/report.ts'
import { openScope } from '../support/scope.ts'
import { rounded, spread, spreadText, table } from '../support/statistics.ts'
import type { Suite } from '../support/suite.ts'

const BUYERS = 16
/** Few enough that nobody waits for the processor: what is counted is work, not waiting. */
const CALM_BUYERS = 4
const WARM_SECONDS = 2

const copies = (count: number): Part[] => [{ areas: areaNames, copies: count, database: `copies${count}` }]
const apart: Part[] = areaNames.map(area => ({ areas: [area], copies: 1, database: area }))

/** Purchases of one copy and of two, in turn, each behind a proxy with a database and a broker of its own. */
async function oneAndTwo(bench: Bench): Promise<Measured[]> {
  const scope = openScope(bench)
  const url = await bench.database(scope)
  const shops = []
  for (const count of [1, 2]) {
    bench.progress.now(`starting ${count}`)
    const setup = await bringUp(scope, url, copies(count))
    const buy = await openShop(setup.url)
    await buy(WARM_SECONDS, BUYERS)
    const name = count === 1 ? 'one process' : 'two copies'
    shops.push({ name, setup, buy, used: await meter(scope, url, setup), found: notYet(name) })
  }
  for (let round = 1; round <= bench.options.rounds; round++)
    for (const { name, setup, buy, used, found } of shops) {
      bench.progress.now(`${name}, round ${round}`)
      await untilQuiet(setup.databases)
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

/** What a purchase leaves: kilobytes. */
type Left = { log: number; disk: number }

/** What a purchase costs each area's process and each area's database, and what it leaves in all of them. */
async function byArea(bench: Bench) {
  const scope = openScope(bench)
  const url = await bench.database(scope)
  bench.progress.now('starting ten')
  const setup: Setup = await bringUp(scope, url, apart)
  const buy = await openShop(setup.url)
  await buy(WARM_SECONDS, CALM_BUYERS)
  await untilQuiet(setup.databases)
  const used = await meter(scope, url, setup)
  const written = await writingMeter(scope, url)
  const rounds: Used[] = []
  const left: Left[] = []
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
    await untilQuiet(setup.databases)
    const busy = await used()
    const { log, disk } = await written()
    left.push({ log: log / bought / 1_000, disk: disk / bought / 1_000 })
    rounds.push(costOf(busy, idle, { bought, times: (performance.now() - began) / idleMs }))
    bench.progress.step()
  }
  await scope.close()
  return { rounds, left }
}

const over = (rounds: readonly Used[], of: (round: Used) => number) =>
  spreadText(spread(rounds.map(of).map(rounded)))
const partOf = (name: string) => (round: Used) => round.get(name) ?? 0

function costTable(rounds: readonly Used[]): string {
  const both = (area: string) => (round: Used) => partOf(area)(round) + partOf(inPostgres(area))(round)
  const all = (round: Used) => [...round].reduce((sum, [name, ms]) => sum + (name === 'buyers' ? 0 : ms), 0)
  const median = (of: (round: Used) => number) => spread(rounds.map(of)).median
  const rows = areaNames
    .toSorted((a, b) => median(both(b)) - median(both(a)))
    .map(area => [
      area,
      over(rounds, partOf(area)),
      over(rounds, partOf(inPostgres(area))),
      over(rounds, both(area)),
    ])
  const besides: [string, string][] = [
    ['PostgreSQL: log, checkpoints, ended connections', inPostgres('itself')],
    ['RabbitMQ', 'RabbitMQ'],
    ['proxy', 'proxy'],
  ]
  return table(
    ['', 'its process, ms', 'its database, ms', 'together, ms'],
    [
      ...rows,
      ...besides.map(([told, name]) => [told, '', '', over(rounds, partOf(name))]),
      ['**all of it**', '', '', over(rounds, all)],
    ],
  )
}

const overLeft = (left: readonly Left[], what: keyof Left) =>
  spreadText(spread(left.map(each => rounded(each[what]))))

export const suite: Suite = {
  about: 'two copies against one, and the processor time that a purchase costs in each area',
  minutes: 4,
  async run(bench) {
    bench.progress.expect(bench.options.rounds * 4)
    const measured = await oneAndTwo(bench)
    const { rounds, left } = await byArea(bench)
    const sent = { ...notYet('events sent to RabbitMQ by one process'), platform: await sendingRounds(bench) }
    const processors = measured.map(({ name, platform }) => [
      name,
      spreadText(spread(platform.map(({ processorMs = 0 }) => rounded(processorMs)))),
    ])
    return {
      text: `A purchase is nine calls or so: a search, a product, the basket worked out, the order, the card payment, how it stands (until it has ended), the confirmation, the delivery; and what follows by itself: the payment's job, events over RabbitMQ, mails, the slip, the history, the points. ${BUYERS} buyers, through HAProxy; buyers, proxy, RabbitMQ, PostgreSQL and all processes share the cores, so what a second copy adds here is what one process leaves of them.

${report(measured)}

${table(['', 'processor time of the copies for a purchase, ms'], processors)}

Ten processes, one an area, each with a database of its own on one PostgreSQL, ${CALM_BUYERS} buyers: milliseconds of processor time for one purchase, less what the same takes while nobody buys.

${costTable(rounds)}

A purchase leaves ${overLeft(left, 'disk')} kB in the databases, indexes and what is deleted later included, and ${overLeft(left, 'log')} kB in PostgreSQL's log.

Events of half a kilobyte that wait in the outbox, sent to a durable queue of one node, confirmed and deleted:

${report([sent])}`,
    }
  },
}
