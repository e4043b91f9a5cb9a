import { findLastReturnUrl, findLink } from '../../src/payments/links/store.ts'
import {
  findLatestOfLink,
  findLatestOfOrder,
  findLiveOfOrder,
  findTransaction,
  listPendingBefore,
} from '../../src/payments/store.ts'
import { createCompletionBenchmark } from '../payments/ends.ts'
import { createPayments, paymentScenarios } from '../payments/scenarios.ts'
import type { Bench } from '../support/bench.ts'
import { explain } from '../support/explain.ts'
import { measure } from '../support/measure.ts'
import { describeMemory } from '../support/memory.ts'
import { renderReport } from '../support/report.ts'
import { measureScenarios } from '../support/scenario.ts'
import { createSettle } from '../support/settled.ts'
import type { Suite } from '../support/suite.ts'

/** An hour, so that no payment falls due by itself: their completion is measured separately. */
const LATER = { COMPTOIR_PAYMENT_DELAY_MS: '3600000' }

async function open(bench: Bench) {
  const url = await bench.database()
  const platform = await bench.platform(url, LATER)
  bench.progress.now('making links')
  const { ids, tokens } = await createPayments(platform.base)
  return { platform, url, ids, tokens, scenarios: paymentScenarios(ids, tokens) }
}

export const suite: Suite = {
  about: 'accepted payments, links, intents, polling, the payment page, and the completion of payments',
  minutes: 5,
  open,
  async run(bench) {
    const { platform, url, scenarios, ids, tokens } = await open(bench)
    const [id = 0, token = ''] = [ids[0], tokens[0]]
    const bare = await bench.bare('payments', url, `${platform.base}/paiement/${token}`, token)
    const settle = await createSettle(bench, url)
    const bases = { platform: platform.base, bare: bare.base }
    const measured = await measureScenarios(bench, scenarios, bases, settle)
    const ends = await measure(bench, [await createCompletionBenchmark(bench, platform.base, url)], settle)
    const plans = await explain(url, 'Statements', async db => {
      await findTransaction(db, id)
      await findLiveOfOrder(db, 'lien-1')
      await findLatestOfOrder(db, 'lien-1')
      await findLastReturnUrl(db, 'lien-1')
      await findLink(db, 'none')
      await findLatestOfLink(db, '00000000-0000-4000-8000-000000000000')
      await listPendingBefore(db, new Date(), 0, 100)
    })
    return {
      text: `${renderReport([...measured, ...ends])}

The bare limit runs the minimal SQL for the same answers (\`bench/bare/payments.ts\`): a payment is one transaction with its row with an encrypted card, its job, its event and its announced state; a link is one insert; the page is two queries and a prepared text. For a payment, a link and an intent, the platform also asks orders to verify the amount. A job completes payments; orders consumes the resulting event.

Memory of the server, all ten areas: ${describeMemory(platform.pid)}.`,
      plans,
    }
  },
}
