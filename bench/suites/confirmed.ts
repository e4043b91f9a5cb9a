import pg from 'pg'
import { startRabbit } from '../../test/servers/rabbitmq.ts'
import { fillPaidOrders } from '../orders/fill.ts'
import { registerShopper } from '../orders/scenarios.ts'
import { openConfirming } from '../orders/standing.ts'
import type { Bench } from '../support/bench.ts'
import { fillShop } from '../support/fill-shop.ts'
import { type Measured, notYet } from '../support/measure.ts'
import { report } from '../support/report.ts'
import { settling } from '../support/settled.ts'
import { median } from '../support/statistics.ts'
import type { Suite } from '../support/suite.ts'

/** More than a second confirms of them. */
const MOST_A_SECOND = 2_000

/** As many as it can, and then half of that, round after round. */
async function confirmWith(bench: Bench, how: string, env: Record<string, string>): Promise<Measured[]> {
  const { rounds, seconds } = bench.options
  const url = await bench.database()
  const platform = await bench.platform(url, env)
  bench.progress.now(`filling the shop ${how}`)
  const products = await fillShop(platform.base, 2_000)
  await registerShopper(platform.base)
  const ledger = new pg.Client({ connectionString: url })
  await ledger.connect()
  const ids = products.map(({ id }) => id)
  await fillPaidOrders(ledger, MOST_A_SECOND * (2 * rounds + 1) * (seconds + 1), ids)
  await ledger.end()
  const settle = await settling(bench, url)
  const { saturated, paced } = await openConfirming(bench, platform.base, url)
  const [most, half] = [notYet(`as many as it can, ${how}`), notYet(`half as many, ${how}`)]
  await saturated(1)
  for (let round = 1; round <= rounds; round++) {
    await settle()
    bench.progress.now(`${how}: as many as it can, round ${round} of ${rounds}`)
    most.platform.push(await saturated(seconds))
    bench.progress.step()
  }
  const rate = median(most.platform.map(({ perSecond }) => perSecond)) / 2
  for (let round = 1; round <= rounds; round++) {
    await settle()
    bench.progress.now(`${how}: half as many, round ${round} of ${rounds}`)
    half.platform.push(await paced(rate, seconds))
    bench.progress.step()
  }
  for (const { platform } of [most, half])
    for (const figures of platform) bench.shortest = Math.min(bench.shortest, figures.seconds)
  await platform.stop()
  return [most, half]
}

export const suite: Suite = {
  about: 'how long after its confirmation an order has its slip and its purchase history',
  minutes: 3,
  async run(bench) {
    bench.progress.expect(bench.options.rounds * 4)
    const alone = await confirmWith(bench, 'in one process', {})
    const rabbit = await startRabbit()
    bench.atEnd(rabbit.stop)
    const brokered = await confirmWith(bench, 'through RabbitMQ', { AMQP_URL: rabbit.url })
    return {
      text: `${report([...alone, ...brokered])}

Orders of one article that are paid, confirmed by 8 connections until the last of them has its slip at logistics and its purchase history; then half as many a second, each at its moment. The times are from the sending of a confirmation until both stand, which is looked for every 5 ms.`,
    }
  },
}
