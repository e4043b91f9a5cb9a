import { everydayScenarios } from '../everyday/scenarios.ts'
import type { Bench } from '../support/bench.ts'
import { fillShop } from '../support/fill-shop.ts'
import { measure } from '../support/measure.ts'
import { report } from '../support/report.ts'
import { loading, type Scenario } from '../support/scenario.ts'
import { settling } from '../support/settled.ts'
import type { Suite } from '../support/suite.ts'

const PRODUCTS = 10_000
const KEYS = {
  COMPTOIR_API_KEYS: 'a-key-of-the-benchmark-alone',
  COMPTOIR_TRUSTED_PROXIES: '127.0.0.1',
}

/** Each comes back after so many others. */
const SHOPPERS = 50_000
const addressOf = (i: number) => `10.0.${(i % SHOPPERS) >> 8}.${i & 255}`

/** What anybody may call, called through a proxy by shoppers at addresses of their own. */
const byShoppers = ({ name, connections, platform }: Scenario): Scenario => ({
  name,
  connections,
  platform: i => ({ ...platform(i), headers: { 'x-forwarded-for': addressOf(i) } }),
})

async function open(bench: Bench) {
  const url = await bench.database()
  const free = await bench.platform(url)
  bench.progress.now('filling the shop')
  const products = await fillShop(free.base, Math.min(bench.options.products, PRODUCTS))
  await free.stop()
  const platform = await bench.platform(url, KEYS)
  const scenarios = everydayScenarios(products).filter(({ name }) => name !== 'card payment accepted')
  return { platform, url, scenarios: scenarios.map(byShoppers) }
}

export const suite: Suite = {
  about: 'an ordinary day with keys configured: shoppers without one, each at an address that is counted',
  minutes: 2,
  open,
  async run(bench) {
    const { platform, url, scenarios } = await open(bench)
    const rounds = scenarios.map(({ name, connections, platform: call }) => ({
      name,
      platform: loading(platform.base, call, connections),
    }))
    return { text: report(await measure(bench, rounds, await settling(bench, url))) }
  },
}
