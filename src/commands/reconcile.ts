import { SingleBar } from 'cli-progress'
import { createClient, type Remote, readServerTime } from './http.ts'
import { isNotice } from './reconcile/areas.ts'
import { findDisagreements } from './reconcile/compare.ts'

const MAX_SHOWN = 1_000

/**
 * Prints the disagreements between payments, orders, points, purchase history, slips, stocks, codes and invoices. The
 * exit code is 1 if there are any. Open disputes and failed refunds are listed and counted separately. `grace` is the number of seconds,
 * by the server's clock, for which a change may still be in transit.
 */
export async function reconcile({ grace, ...remote }: Remote & { grace: number }) {
  const server = createClient(remote)
  const now = await readServerTime(server.base)
  const moments = { now, settledBefore: new Date(now.getTime() - grace * 1000) }
  const bar = new SingleBar({
    format: 'payments {bar} {percentage}%, {duration_formatted}',
    noTTYOutput: false,
  })
  bar.start(1, 0)
  const showDone = (done: number, last: number) => {
    bar.setTotal(Math.max(last, 1))
    bar.update(done)
  }
  let listed = 0
  let notices = 0
  try {
    for await (const { subject, transaction, order, what } of findDisagreements(server, moments, showDone)) {
      if (isNotice(subject)) notices++
      if (listed++ === 0) line('transaction', 'order', 'subject', 'discrepancy')
      if (listed <= MAX_SHOWN) line(String(transaction ?? ''), order ?? '', subject, what)
    }
  } finally {
    bar.stop()
  }
  const found = listed - notices
  const more = listed > MAX_SHOWN ? `; the first ${MAX_SHOWN} lines are listed above` : ''
  if (notices > 0)
    console.log(
      `${notices} ${notices === 1 ? 'payment' : 'payments'} with an open dispute or a failed refund`,
    )
  if (found === 0) return console.log('No discrepancies found.')
  console.log(`${found} ${found === 1 ? 'discrepancy' : 'discrepancies'}${more}`)
  process.exitCode = 1
}

const line = (transaction: string, order: string, subject: string, what: string) =>
  console.log(`${transaction.padEnd(12)} ${order.padEnd(38)} ${subject.padEnd(8)} ${what}`)
