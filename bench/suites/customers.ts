import pg from 'pg'
import { fillHistory } from '../customers/fill-history.ts'
import { clientImports } from '../customers/import-clients.ts'
import { openMessages } from '../customers/messages.ts'
import { historyPlans } from '../customers/plans.ts'
import { historyScenarios } from '../customers/scenarios.ts'
import type { Bench } from '../support/bench.ts'
import { measure } from '../support/measure.ts'
import { memoryText } from '../support/memory.ts'
import { report } from '../support/report.ts'
import { measureScenarios } from '../support/scenario.ts'
import { settling } from '../support/settled.ts'
import type { Suite } from '../support/suite.ts'

const sizesOf = ({ options: { products } }: Bench) => ({
  purchases: 10 * products,
  clients: Math.ceil(products / 10),
  messages: Math.ceil(products / 5),
  imported: Math.ceil(products / 20),
})

async function open(bench: Bench) {
  const { purchases, clients } = sizesOf(bench)
  const url = await bench.database()
  const platform = await bench.platform(url)
  bench.progress.now(`filling a history of ${purchases} purchases`)
  const ledger = new pg.Client({ connectionString: url })
  await ledger.connect()
  await fillHistory(ledger, purchases, clients)
  await ledger.end()
  return { platform, url, scenarios: historyScenarios(clients) }
}

export const suite: Suite = {
  about: 'purchases through RabbitMQ, the import of customers, histories and habits',
  minutes: 15,
  open,
  async run(bench) {
    const { purchases, clients, messages, imported } = sizesOf(bench)
    const taking = await openMessages(bench, messages)
    const taken = await measure(bench, [taking.benchmark])

    const { platform, url, scenarios } = await open(bench)
    const bare = await bench.bare('customers', url)
    const bases = { platform: platform.base, bare: bare.base }
    const read = await measureScenarios(bench, scenarios, bases, await settling(bench, url))
    const plans = await historyPlans(url)
    const imports = await measure(bench, [await clientImports(bench, platform.base, url, imported)])
    return {
      text: `${report([...taken, ...imports, ...read])}

Of messages, the bare limit is consume, one batched insert, ack (\`bench/bare/purchases.ts\`): no check, no customer, no memory of what came before; the platform's server has ${taking.mostMb()} MB at most. Of an import, it is PostgreSQL alone, which writes such rows to a second table with the same indexes. Reads are of ${purchases} purchases of ${clients} customers, of whom the one with most has one in a hundred; 8 callers where none are named; the bare limit sends the platform's own statements (\`bench/bare/customers.ts\`) and asks nobody whether the customer is one.

Memory of the server, all ten areas: ${memoryText(platform.pid)}.`,
      plans,
    }
  },
}
