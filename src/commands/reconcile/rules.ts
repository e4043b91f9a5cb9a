import { wrongHistory } from './rules-history.ts'
import { wrongInvoice } from './rules-invoices.ts'
import { believed, paidWith } from './rules-payments.ts'
import { wrongPoints } from './rules-points.ts'
import { wrongSlips } from './rules-slips.ts'
import { wrongTaken } from './rules-stock.ts'
import type { Disagreement, Known, Moments, Subject } from './types.ts'

/** Everything on which the areas disagree about an order. What has changed since `settledBefore` may still be on its way. */
export function disagreementsOfOrder(known: Known, moments: Pick<Moments, 'settledBefore'>): Disagreement[] {
  const { order, payment } = known
  const tell = (subject: Subject, list: string[]) =>
    list.map(what => ({ subject, transaction: order.transactionId, order: order.ordreId, what }))
  const paid = tell('payment', paidWith(order, payment))
  if (!isSettled(known, moments)) return paid
  return [
    ...paid,
    ...tell('payment', believed(order, payment)),
    ...tell('points', wrongPoints(known)),
    ...tell('history', wrongHistory(known)),
    ...tell('slips', wrongSlips(known)),
    ...tell('stock', wrongTaken(known)),
    ...tell('invoice', wrongInvoice(order)),
  ]
}

const isSettled = ({ order, payment, logistics }: Known, { settledBefore }: Pick<Moments, 'settledBefore'>) =>
  [order.changeeLe, payment?.updatedAt, logistics?.changeeLe].every(
    moment => moment === undefined || new Date(moment) <= settledBefore,
  )
