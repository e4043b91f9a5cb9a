import { byArea, CALM_BUYERS } from '../growth/by-area.ts'
import { BUYERS, oneAndTwo } from '../growth/one-and-two.ts'
import { sendingRounds } from '../growth/relay.ts'
import { costTable, overLeft } from '../growth/tables.ts'
import { notYet } from '../support/measure.ts'
import { report } from '../support/report.ts'
import { rounded, spread, spreadText, table } from '../support/statistics.ts'
import type { Suite } from '../support/suite.ts'

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
      text: `A purchase, in a shop of fifty products: a search, a product, the basket worked out, the order, the card payment, how it stands (until it has ended), the confirmation, the delivery; and what follows by itself: the payment's job, events over RabbitMQ, mails, the slip, the history, the points. ${BUYERS} buyers, through HAProxy; buyers, proxy, RabbitMQ, PostgreSQL and all processes share the cores, so what a second copy adds here is what one process leaves of them.

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
