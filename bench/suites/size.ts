import pg from 'pg'
import { fillHistory } from '../customers/fill-history.ts'
import { everydayScenarios } from '../everyday/scenarios.ts'
import { sharedShop } from '../import/products.ts'
import { fillPaidOrders } from '../orders/fill.ts'
import { plotPairs } from '../size/plot.ts'
import type { Bench } from '../support/bench.ts'
import { stride } from '../support/data.ts'
import { fillShop, type Product, STOCKED, stock } from '../support/fill-shop.ts'
import { writeImage } from '../support/images.ts'
import { measure } from '../support/measure.ts'
import { report } from '../support/report.ts'
import { loading, type Scenario } from '../support/scenario.ts'
import { settling } from '../support/settled.ts'
import { median } from '../support/statistics.ts'
import type { Suite } from '../support/suite.ts'

const SMALL = 10_000
const WARM_SECONDS = 2
const LATER = { COMPTOIR_PAYMENT_DELAY_MS: '3600000' }

/** What customers and tills ask every day, of a shop with so many of each. */
function scenariosOf(products: readonly Product[], count: number): Scenario[] {
  const read = (name: string, path: (i: number) => string): Scenario => ({
    name,
    connections: 16,
    platform: i => ({ method: 'GET', path: path(i), status: 200 }),
  })
  const anyOf = (i: number) => 1 + stride(i, count)
  return [
    read('product by id', i => `/api/publique/produits/${anyOf(i)}`),
    ...everydayScenarios(products).filter(({ name }) => name !== 'product by id'),
    read('page of the catalogue at random', i => `/api/products?page=${1 + stride(i, count / 20)}`),
    read('an order', i => `/api/commandes/CMD-B${anyOf(i)}`),
    read('status of a payment', i => `/api/publique/transaction-status/${anyOf(i)}`),
    // The first customer has a hundredth of all purchases.
    read('history of a customer', i => `/api/publique/client-buy-history/${2 + stride(i, count - 1)}`),
  ]
}

/** A server with so many orders, payments, customers and rows of purchase history, beside its products. */
async function fill(bench: Bench, url: string, count: number, shop: (base: string) => Promise<Product[]>) {
  const platform = await bench.platform(url, LATER)
  const products = await shop(platform.base)
  const ledger = new pg.Client({ connectionString: url })
  await ledger.connect()
  bench.progress.now(`filling ${count} of each`)
  const ids = products.map(({ id }) => id)
  await fillPaidOrders(ledger, count, ids)
  await fillHistory(ledger, count, count)
  await ledger.end()
  return { base: platform.base, settle: await settling(bench, url), scenarios: scenariosOf(products, count) }
}

/** The first products of a shop that is filled already. */
async function firstProducts(url: string): Promise<Product[]> {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  const { rows } = await db.query<{ id: string; cents: number }>(
    'select id, "prixDeVenteCents" as cents from reference.produit order by id limit $1',
    [STOCKED],
  )
  await db.end()
  return rows.map(({ id, cents }) => ({ id: Number(id), prixDeVenteCents: cents }))
}

export const suite: Suite = {
  about: 'the same everyday routes at a million of everything, beside ten thousand',
  minutes: 5,
  async run(bench) {
    const shared = await sharedShop(bench)
    const large = await fill(bench, shared, bench.options.products, async base => {
      const products = await firstProducts(shared)
      await stock(base, products)
      return products
    })
    const small = await fill(bench, await bench.database(), SMALL, base => fillShop(base, SMALL))
    const name = `at ${SMALL}`
    const benchmarks = large.scenarios.flatMap((scenario, i) => {
      const other = small.scenarios[i]
      if (!other) return []
      const { connections } = scenario
      return {
        name: scenario.name,
        platform: loading(large.base, scenario.platform, connections),
        other: { name, round: loading(small.base, other.platform, connections) },
      }
    })
    for (const { platform, other } of benchmarks) {
      await platform(WARM_SECONDS)
      await other.round(WARM_SECONDS)
    }
    const settle = async () => {
      await large.settle()
      await small.settle()
    }
    const measured = await measure(bench, benchmarks, settle)
    const { products } = bench.options
    const rate = (figures: readonly { perSecond: number }[]) => median(figures.map(each => each.perSecond))
    const pairs = measured.map(each => ({
      ...{ name: each.name, small: rate(each.other), large: rate(each.platform) },
    }))
    const plot = plotPairs(pairs, { small: `${SMALL} of each`, large: `${products} of each` })
    writeImage(bench, 'size', plot)
    return {
      text: `${report(measured)}

![The same as a plot](../../docs/images/size.svg)

Products, orders, payments, customers and rows of purchase history: ${products} of each, beside ${SMALL} of each on a server of its own.`,
    }
  },
}
