import type { Tx } from '../../platform/database/database.ts'
import { jobKind } from '../../platform/jobs/job.ts'
import { issuesInvoices } from '../invoice-settings.ts'
import type { OrdersPlatform } from '../peers.ts'
import { insertWantedCredit } from './store.ts'
import type { GivenBack } from './tables.ts'

/** Issues the invoices of orders that have been paid, each once. */
export const invoicing = jobKind<{ ordreIds: readonly string[] }>('orders.issue-invoices')

/** Issues the credit notes of an order that wait. */
export const crediting = jobKind<{ ordreId: string }>('orders.issue-credit-notes')

/** Has invoices issued for orders, in the transaction in which they are paid. Nothing where none can be issued. */
export async function wantInvoice(
  tx: Tx,
  { jobs, settings }: Pick<OrdersPlatform, 'jobs' | 'settings'>,
  ordreIds: readonly string[],
) {
  if (ordreIds.length > 0 && issuesInvoices(settings)) await jobs.add(tx, invoicing, { ordreIds })
}

type Refund = {
  ordreId: string
  remboursementId: string
  montantCents: number
  /** The payment that was given back: a credit note is for that which paid the order. */
  transactionId?: string | null
  /** What was given back, for a return. */
  lignes?: GivenBack[] | null
}

/**
 * Has a credit note issued for a refund, in the transaction that hears of it; asked again, it does nothing. It waits for the
 * invoice, which may come later. Nothing where there is none and none is issued.
 */
export async function wantCreditNote(
  tx: Tx,
  { clock, jobs, settings }: Pick<OrdersPlatform, 'clock' | 'jobs' | 'settings'>,
  { ordreId, remboursementId, montantCents, transactionId = null, lignes = null }: Refund,
) {
  const wanted = { ordreId, remboursementId, montantCents, transactionId, lignes }
  const terms = { issuing: issuesInvoices(settings), now: clock.now() }
  if (await insertWantedCredit(tx, wanted, terms)) await jobs.add(tx, crediting, { ordreId })
}
