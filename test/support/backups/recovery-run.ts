import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import { pause } from '../pause.ts'
import { waitUntilReconciled } from '../reconciled.ts'
import { createRandom } from '../seeded-random.ts'
import { startServer } from '../server.ts'
import { startArchiving } from './archiving.ts'
import { checkSales, openSales, type Sale } from './sales.ts'

type Options = { directory: string; orders: number; seed: number; onOrders: (done: number) => void }

const SELLERS = 4
/** The minimum number of orders sold after the recovery target. */
const MORE = 10

const countOf = (sales: readonly Sale[]) => sales.filter(({ confirmed }) => confirmed !== undefined).length

/**
 * A shop sells on a PostgreSQL that archives its log. The server's disk is lost, and another server is recovered to an
 * earlier moment. Every order acknowledged before that moment must exist, no order requested after it may exist, and
 * all areas must agree.
 */
export async function runRecovery({ directory, orders, seed, onOrders }: Options) {
  const random = createRandom(seed)
  const postgres = await startArchiving(directory)
  const settings = {
    COMPTOIR_DATA: `${directory}/secrets`,
    COMPTOIR_PURCHASING_URL: 'http://127.0.0.1:9/',
    COMPTOIR_PAYMENT_DELAY_MS: '100',
    COMPTOIR_CONFIRM_DELAY_MS: '2000',
  }
  const end: (() => Promise<unknown>)[] = [postgres.lose]
  try {
    const server = await startServer(['serve'], { ...settings, DATABASE_URL: postgres.url })
    end.push(() => server.end('SIGKILL'))
    const { sales, sellUntil } = await openSales(server.url)
    let over = false
    const selling = sellUntil(() => over, SELLERS)
    end.push(async () => {
      over = true
    })
    const sold = countTo(sales, orders, onOrders)

    await sold(orders * (0.1 + 0.3 * random.next()))
    await postgres.backUp()
    await sold(orders * (0.5 + 0.2 * random.next()))
    // A random point within the life of an order.
    await pause(random.below(500))
    const from = performance.now()
    const moment = await postgres.moment()
    const to = performance.now()
    // PostgreSQL recognizes the recovery target by the first later commit.
    await sold(Math.max(orders, countOf(sales) + MORE))
    await postgres.archived()

    over = true
    await server.end('SIGKILL')
    await postgres.lose()
    await selling

    const start = performance.now()
    const recovered = await postgres.recover(moment)
    end.push(recovered.stop)
    const seconds = (performance.now() - start) / 1000
    const again = await startServer(['serve'], { ...settings, DATABASE_URL: recovered.url })
    end.push(() => again.end('SIGKILL'))
    const found = await checkSales(again.url, sales, from, to)
    assert.deepEqual(found.wrong, [])
    assert.ok(found.confirmed > 0 && found.absent > 0, 'nothing was sold before or after the recovery point')
    await waitUntilReconciled(again.url)
    return { ...found, moment, seconds }
  } finally {
    for (const each of end.reverse()) await each().catch(error => console.error(error))
  }
}

/** Returns a function that waits for a number of confirmed orders; `onOrders` receives the progress up to `orders`. */
function countTo(sales: readonly Sale[], orders: number, onOrders: (done: number) => void) {
  let reported = 0
  return (count: number) =>
    eventually(
      `${Math.ceil(count)} orders are confirmed`,
      async () => {
        const confirmed = countOf(sales)
        onOrders(Math.min(confirmed, orders) - reported)
        reported = Math.min(confirmed, orders)
        return confirmed >= count
      },
      600_000,
    )
}
