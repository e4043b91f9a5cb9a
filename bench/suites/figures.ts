import pg from 'pg'
import { DAYS, fillFigures, STORES } from '../figures/fill.ts'
import { figurePlans } from '../figures/plans.ts'
import { figureScenarios } from '../figures/scenarios.ts'
import type { Bench } from '../support/bench.ts'
import { report } from '../support/report.ts'
import { measureScenarios } from '../support/scenario.ts'
import { settling } from '../support/settled.ts'
import type { Suite } from '../support/suite.ts'

const ordersOf = ({ options: { products } }: Bench) => 10 * products

async function open(bench: Bench) {
  const url = await bench.database()
  const platform = await bench.platform(url)
  bench.progress.now(`filling the figures of ${ordersOf(bench)} orders`)
  const ledger = new pg.Client({ connectionString: url })
  await ledger.connect()
  try {
    await fillFigures(ledger, ordersOf(bench))
    const { rows } = await ledger.query<{ today: string }>(
      `select (now() at time zone 'Europe/Paris')::date::text as today`,
    )
    return { platform, url, scenarios: figureScenarios(rows[0]?.today ?? '') }
  } finally {
    await ledger.end()
  }
}

export const suite: Suite = {
  about: 'the figures of a day in a shop of ten million orders',
  minutes: 12,
  open,
  async run(bench) {
    const { platform, url, scenarios } = await open(bench)
    const bare = await bench.bare('figures', url)
    const bases = { platform: platform.base, bare: bare.base }
    const measured = await measureScenarios(bench, scenarios, bases, await settling(bench, url))
    return {
      text: `${report(measured)}

The figures that ${ordersOf(bench)} orders in ${DAYS} days leave in ${STORES} stores, beside as many payments and slips, and a repair for each hundred of them; half of what is asked is of today. 4 connections. The bare limit sends the platform's own statements (\`bench/bare/figures.ts\`).`,
      plans: await figurePlans(url),
    }
  },
}
