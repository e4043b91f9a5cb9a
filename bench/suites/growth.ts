import { CALM_BUYERS, measureByArea } from '../growth/by-area.ts'
import { BUYERS, compareCopies } from '../growth/one-and-two.ts'
import { measureRelay } from '../growth/relay.ts'
import { renderCosts, renderWritten } from '../growth/tables.ts'
import { createMeasurement } from '../support/measure.ts'
import { renderReport } from '../support/report.ts'
import { renderTable, rounded, spread, spreadText } from '../support/statistics.ts'
import type { Suite } from '../support/suite.ts'

export const suite: Suite = {
  about: 'two copies compared with one, and the processor time of a purchase in each area',
  minutes: 4,
  async run(bench) {
    bench.progress.expect(bench.options.rounds * 4)
    const measured = await compareCopies(bench)
    const { rounds, left } = await measureByArea(bench)
    const sent = {
      ...createMeasurement('events sent to RabbitMQ by one process'),
      platform: await measureRelay(bench),
    }
    const processors = measured.map(({ name, platform }) => [
      name,
      spreadText(spread(platform.map(({ processorMs = 0 }) => rounded(processorMs)))),
    ])
    return {
      text: `A purchase in a shop of fifty products consists of a search, a product, the price of the basket, the order, the card payment, polling of its status until it completes, the confirmation and the delivery. It causes the payment's job, events over RabbitMQ, mails, the slip, the history and the points. ${BUYERS} buyers use HAProxy. Buyers, proxy, RabbitMQ, PostgreSQL and all processes share the cores, so a second copy can only use the capacity that one process leaves unused.

${renderReport(measured)}

${renderTable(['', 'processor time of the copies for a purchase, ms'], processors)}

Ten processes, one per area, each with a separate database on one PostgreSQL, ${CALM_BUYERS} buyers: milliseconds of processor time for one purchase, less the idle time of the same duration.

${renderCosts(rounds)}

A purchase writes ${renderWritten(left, 'disk')} kB to the databases, including indexes and data that are deleted later, and ${renderWritten(left, 'log')} kB to PostgreSQL's log.

Waiting events of half a kilobyte in the outbox, sent to a durable queue of one node, confirmed and deleted:

${renderReport([sent])}`,
    }
  },
}
