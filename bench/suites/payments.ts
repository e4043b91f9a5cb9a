import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findLink, lastReturnUrl } from '../../src/payments/links/store.ts'
import {
  findLatestOfLink,
  findLatestOfOrder,
  findLiveOfOrder,
  findTransaction,
  pendingBefore,
} from '../../src/payments/store/transactions.ts'
import { cardPayment } from '../../test/support/payments.ts'
import type { Suite } from '../support/bench.ts'
import { explain } from '../support/explain.ts'
import { memoryText } from '../support/memory.ts'
import { race, raceTable, type Scenario } from '../support/race.ts'

/** No payment is due while others are accepted: how fast they end is measured by itself. */
const LATER_MS = '3600000'
const DUE = 3_000
const LINKS = 500

let order = 0
const payment = () => cardPayment({ orderId: `externe-${process.pid}-${order++}`, montant: 49.9 })
const link = (i: number) => ({
  amount: '49.90',
  orderId: `lien-${process.pid}-${i}`,
  returnUrl: 'https://boutique.example/merci',
})
const at = <T>(list: readonly T[], i: number) => list[(i * 7919) % list.length]!

async function post<Answer>(base: string, path: string, body: unknown): Promise<Answer> {
  const response = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 201) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Answer
}

const scenarios = (ids: number[], tokens: string[]): Scenario[] => [
  {
    name: 'card payment accepted',
    connections: 8,
    ours: () => ({ method: 'POST', path: '/api/private/create_paiement', body: payment(), status: 201 }),
    bare: () => ({ method: 'POST', path: '/payment', body: payment(), status: 201 }),
  },
  {
    name: 'payment link made',
    connections: 8,
    ours: i => ({ method: 'POST', path: '/api/publique/interface-paiement', body: link(i), status: 201 }),
    bare: i => ({ method: 'POST', path: '/link', body: link(i), status: 201 }),
  },
  {
    name: 'payment intent made',
    connections: 8,
    ours: i => ({
      method: 'POST',
      path: '/api/private/provider/create-payment-intent',
      body: { amount: 4990, currency: 'EUR', orderId: `intention-${process.pid}-${i}` },
      status: 201,
    }),
    bare: i => ({ method: 'POST', path: '/link', body: link(i), status: 201 }),
  },
  {
    name: 'status of a payment',
    connections: 16,
    ours: i => ({ method: 'GET', path: `/api/publique/transaction-status/${at(ids, i)}`, status: 200 }),
    bare: i => ({ method: 'GET', path: `/status/${at(ids, i)}`, status: 200 }),
  },
  {
    name: 'payment page',
    connections: 16,
    ours: i => ({ method: 'GET', path: `/paiement/${at(tokens, i)}`, status: 200 }),
    bare: i => ({ method: 'GET', path: `/page/${at(tokens, i)}`, status: 200 }),
  },
]

/** Makes payments due and says how many find their end in a second, orders told and announcements taken in. */
async function endsPerSecond(url: string) {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  try {
    const left = async () =>
      (
        await db.query<{ left: number }>(
          `select count(*)::int as left from payments.transaction where status = 'en_attente'`,
        )
      ).rows[0]!.left
    const before = await left()
    const began = performance.now()
    const { rowCount: due } = await db.query(
      `update graphile_worker._private_jobs job set run_at = now() from (
         select job.id from graphile_worker._private_jobs job
         join graphile_worker._private_tasks task on task.id = task_id
         where identifier = 'payments.process' order by job.id limit ${DUE}) due
       where job.id = due.id`,
    )
    while ((await left()) > before - due!) await sleep(20)
    return Math.round(due! / ((performance.now() - began) / 1000))
  } finally {
    await db.end()
  }
}

export const suite: Suite = {
  about: 'payments accepted a second, links, intents, polling, the payment page; how fast payments end',
  async run(bench) {
    const { url } = await bench.database()
    const platform = await bench.platform(url, { COMPTOIR_PAYMENT_DELAY_MS: LATER_MS })
    const { base } = platform
    const resting = memoryText(platform.pid)
    const ids: number[] = []
    const tokens: string[] = []
    for (let i = 0; i < LINKS; i++) {
      const paid = await post<{ response: { transactionId: number } }>(
        base,
        '/api/private/create_paiement',
        payment(),
      )
      ids.push(paid.response.transactionId)
      const made = await post<{ paymentUrl: string }>(base, '/api/publique/interface-paiement', link(-1 - i))
      tokens.push(made.paymentUrl.split('/').at(-1)!)
    }
    const bare = await bench.bare('payments', url, `${base}/paiement/${tokens[0]}`)
    const raced = await race(bench, scenarios(ids, tokens), { ours: base, bare: bare.base })
    const loaded = memoryText(platform.pid)
    const ends = await endsPerSecond(url)
    const plans = await explain(url, 'Statements', async db => {
      await findTransaction(db, ids[0]!)
      await findLiveOfOrder(db, `externe-${process.pid}-1`)
      await findLatestOfOrder(db, `externe-${process.pid}-1`)
      await lastReturnUrl(db, `lien-${process.pid}-1`)
      await findLink(db, 'none')
      await findLatestOfLink(db, '00000000-0000-4000-8000-000000000000')
      await pendingBefore(db, new Date(), 0, 100)
    })
    return `${raceTable(raced)}

The bare limit is Fastify and pg doing the least SQL for the same work (\`bench/bare/payments.ts\`): a payment is its row with an encrypted card, its job, its event and what was announced of it, in one transaction; a link one insert; the page two look-ups and a text that is ready. A payment of the platform asks orders besides, whether it knows the order and the amount is right.

- Payments brought to their end by the job, announced, and taken in by orders: ${ends} a second (those of ${DUE} that fell due at once).
- Memory of the server, all ten areas: ${resting} after the start; ${loaded} after the load.

${plans}`
  },
}
