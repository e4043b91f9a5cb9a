import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startRabbit } from '../../test/servers/rabbitmq.ts'
import { openTill } from '../../test/support/till.ts'
import type { Bench } from '../support/bench.ts'
import type { Benchmark } from '../support/measure.ts'
import { figuresOf } from '../support/measure.ts'
import { memory } from '../support/memory.ts'
import type { Running } from '../support/processes.ts'
import { importClients } from './import-clients.ts'

const CLIENTS = 10_000

/** Purchase messages through RabbitMQ, of a queue that is full when the consumer starts. */
export async function openMessages(bench: Bench, messages: number) {
  const rabbit = await startRabbit()
  bench.atEnd(rabbit.stop)
  const url = await bench.database()
  const amqp = { AMQP_URL: rabbit.url }
  const first = await bench.platform(url, amqp)
  const till = await openTill(rabbit.url)
  bench.atEnd(till.close)
  const clientIds = await importClients(first.base, CLIENTS, 'caisse')
  await first.stop()
  const ledger = new pg.Client({ connectionString: url })
  await ledger.connect()
  bench.atEnd(() => ledger.end())

  const rows = async () => {
    const { rows } = await ledger.query<{ n: number }>('select count(*)::int as n from purchases.achat')
    return rows[0]?.n ?? 0
  }
  /** From the first row that is seen until all are there: the start of the server is measured elsewhere. */
  async function takenIn() {
    let first: { rows: number; at: number } | undefined
    for (;;) {
      const [seen, at] = [await rows(), performance.now()]
      if (seen > 0) first ??= { rows: seen, at }
      if (first && seen >= messages) return figuresOf(seen - first.rows, (at - first.at) / 1_000)
      // Counting is not to slow down what is counted.
      await sleep(100)
    }
  }
  let mostMb = 0
  const round = (start: () => Promise<Running>) => async () => {
    await ledger.query('truncate purchases.achat, purchases.demande, purchases.article, purchases.compteur')
    await till.sell(clientIds, messages)
    const consumer = await start()
    const figures = await takenIn()
    mostMb = Math.max(mostMb, memory(consumer.pid)?.mostMb ?? 0)
    await consumer.stop()
    return figures
  }
  const benchmark: Benchmark = {
    name: `purchase messages, of ${messages} that wait`,
    bare: round(() => bench.bare('purchases', url, rabbit.url)),
    platform: round(() => bench.platform(url, amqp)),
  }
  return { benchmark, mostMb: () => mostMb }
}
