import { setTimeout as sleep } from 'node:timers/promises'
import { searchClients } from '../../src/loyalty/clients/store/search.ts'
import { topCategories, topItems } from '../../src/purchases/reading/store/habits.ts'
import { countPurchases, searchPurchases } from '../../src/purchases/reading/store/search.ts'
import type { Bench, Running, Suite } from '../support/bench.ts'
import { explain } from '../support/explain.ts'
import { fillHistory, HISTORY, HISTORY_CLIENTS, wordOf } from '../support/fill-history.ts'
import { load, percentiles } from '../support/load.ts'
import { memoryText } from '../support/memory.ts'
import { type Counter, importClients, killed, openCounter, rateOf, rowsIn } from '../support/purchases.ts'

const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 100_000)
const KILLS = 10
const IMPORTED = 100_000
const FEW = 10

const empty = ({ ledger }: Counter) =>
  ledger.query('truncate purchases.achat, purchases.demande, purchases.article, purchases.compteur')

/** The queue is full before the one that is measured begins. */
async function measured(counter: Counter, start: () => Promise<Running>) {
  await empty(counter)
  await counter.till.sell(counter.clientIds, MESSAGES)
  const running = await start()
  const perSecond = await rateOf(counter, MESSAGES)
  await sleep(500)
  const memory = memoryText(running.pid)
  await killed(running)
  return { perSecond, memory }
}

async function withKills(counter: Counter, start: () => Promise<Running>) {
  await empty(counter)
  let running = await start()
  for (let round = 0; round <= KILLS; round++) {
    const before = await rowsIn(counter)
    const share = Math.floor(MESSAGES / (KILLS + 1)) + (round < MESSAGES % (KILLS + 1) ? 1 : 0)
    const selling = counter.till.sell(counter.clientIds, share)
    while ((await rowsIn(counter)) < before + share / 2) await sleep(5)
    if (round < KILLS) {
      await killed(running)
      running = await start()
    }
    await selling
  }
  while ((await rowsIn(counter, 'distinct "unitPrice"')) < MESSAGES) await sleep(100)
  await sleep(1_000)
  const result = { rows: await rowsIn(counter), purchases: await rowsIn(counter, 'distinct "unitPrice"') }
  await killed(running)
  return result
}

async function ofMessages(bench: Bench, counter: Counter) {
  const ours = () => bench.platform(counter.url, { AMQP_URL: counter.amqpUrl })
  const bare = () => bench.bare('purchases', counter.url, counter.amqpUrl)
  const lines: string[] = []
  for (let round = 0; round < bench.options.rounds; round++) {
    const [us, them] = [await measured(counter, ours), await measured(counter, bare)]
    const share = (us.perSecond / them.perSecond).toFixed(2)
    lines.push(`| ${us.perSecond} | ${them.perSecond} | ${share} | ${us.memory} |`)
  }
  const { rows, purchases } = await withKills(counter, ours)
  return `${MESSAGES} purchase messages through RabbitMQ, of a queue that is full when the consumer starts:

| messages a second | bare limit | share | memory of the platform, all ten areas |
| --- | --- | --- | --- |
${lines.join('\n')}

The bare limit is consume, one batched insert, ack (\`bench/bare/purchases.ts\`): no check, no customer, no memory of what came before.

Killed (SIGKILL) ${KILLS} times on the way: ${MESSAGES} messages sent, ${rows} rows, ${purchases} different purchases among them.`
}

async function ofReads(bench: Bench, { url, ledger }: Counter, base: string) {
  const seconds = bench.options.seconds
  const client = (i: number) => 1 + ((i * 7919) % HISTORY_CLIENTS)
  const many: [string, (i: number) => string][] = [
    ['history of a customer, first page', i => `/api/publique/client-buy-history/${client(i)}`],
    [
      'history of a customer, a year, by name',
      i =>
        `/api/publique/client-buy-history/${client(i)}?dateFrom=2025-01-01&dateTo=2025-12-31&articleName=clavier`,
    ],
    ['habits of a customer', i => `/purchases/api/publique/clients/${client(i)}/habits`],
    ['customers by name', i => `/api/publique/clients?nom=${wordOf(client(i))}`],
    ['all purchases, first page', () => '/api/privee/client-buy-history'],
    ['all purchases, one article', i => `/api/privee/client-buy-history?articleId=${(i * 31) % 20_000}`],
    [
      'all purchases, by part of a name',
      i => `/api/privee/client-buy-history?articleName=${wordOf((i * 31) % 20_000)}`,
    ],
  ]
  // Seldom asked for, and slow: one caller, who waits for each answer.
  const few: typeof many = [
    ['history of the customer with most, first page', () => '/api/publique/client-buy-history/1'],
    ['habits of the customer with most', () => '/purchases/api/publique/clients/1/habits'],
    ['all purchases, by a frequent name', () => '/api/privee/client-buy-history?articleName=clavier'],
  ]
  const lines: string[] = []
  for (const [name, path] of many) {
    const ask = (i: number) => ({ method: 'GET', path: path(i), status: 200 }) as const
    await load(base, ask, 8, 1)
    const { perSecond, medianMs, p95Ms } = await load(base, ask, 8, seconds)
    lines.push(`| ${name} | 8 | ${medianMs} | ${p95Ms} | ${perSecond} |`)
  }
  for (const [name, path] of few) {
    const times: number[] = []
    for (let i = 0; i < FEW; i++) {
      const start = performance.now()
      const answer = await fetch(base + path(i))
      if (answer.status !== 200) throw new Error(`${path(i)}: ${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
      times.push(performance.now() - start)
    }
    const { medianMs, p95Ms } = percentiles(times)
    lines.push(`| ${name} | 1 | ${medianMs} | ${p95Ms} |  |`)
  }
  const page = { page: 1, limit: 10 }
  const now = new Date((await ledger.query('select now()')).rows[0].now)
  const period = { clientId: 4_711, from: new Date(now.getTime() - 365 * 86_400_000), to: now }
  const plans = [
    await explain(url, 'History of a customer and its total', async db => {
      await searchPurchases(db, { ...page, clientId: 4_711 })
      await countPurchases(db, { ...page, clientId: 4_711 })
    }),
    await explain(url, 'Habits of a customer', async db => {
      await topCategories(db, period, 5)
      await topItems(db, period, 5)
    }),
    await explain(url, 'All purchases by part of a name', db =>
      searchPurchases(db, { ...page, articleName: wordOf(123) }),
    ),
    await explain(url, 'Customers by name', db => searchClients(db, { ...page, nom: wordOf(4_711) })),
  ]
  return `Reads at ${HISTORY} purchases of ${HISTORY_CLIENTS} customers; the customer with most has one in a hundred:

| read | connections | median ms | p95 ms | a second |
| --- | --- | --- | --- | --- |
${lines.join('\n')}

${plans.join('\n')}`
}

export const suite: Suite = {
  about:
    'purchases through RabbitMQ, with kills; history and habits at ten million rows; the import of customers',
  async run(bench) {
    const counter = await openCounter(bench)
    const imported = await importClients(counter.platform.base, IMPORTED, 'neuf')
    const importMemory = memoryText(counter.platform.pid)
    await killed(counter.platform)
    const messages = await ofMessages(bench, counter)
    await fillHistory(counter.ledger)
    const { base } = await bench.platform(counter.url, { AMQP_URL: counter.amqpUrl })
    const reads = await ofReads(bench, counter, base)
    return `${messages}

Import of ${IMPORTED} loyalty customers: ${imported.perSecond} rows a second; memory ${importMemory}.

${reads}`
  },
}
