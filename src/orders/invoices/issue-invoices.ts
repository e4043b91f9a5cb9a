import { inParis } from '../../platform/clock.ts'
import { deleteInBatches, type Tx } from '../../platform/database/database.ts'
import { jobKind } from '../../platform/jobs/job.ts'
import { boundsOf } from '../../platform/moment.ts'
import { issuesInvoices } from '../invoice-settings.ts'
import { createInvoiceMail } from '../mails.ts'
import { findTransaction, type OrdersPlatform } from '../peers.ts'
import type { Order } from '../tables.ts'
import { creditNoteOf, invoiceOf } from './contents.ts'
import { sellerOf } from './parties.ts'
import type { CreditNoteRow, InvoiceRow, Payment, WantedCredit } from './schemas.ts'
import {
  allocateNextNumber,
  consumeWantedCredits,
  insertDocument,
  insertWantedCredit,
  listDocuments,
  listOrdersToInvoice,
  lockSeries,
  pruneDocuments,
} from './store.ts'

/** Issues the invoices of paid orders, one per order. */
export const issueInvoicesJob = jobKind<{ ordreIds: readonly string[] }>('orders.issue-invoices')

/** Issues the pending credit notes of an order. */
export const issueCreditNotesJob = jobKind<{ ordreId: string }>('orders.issue-credit-notes')

/**
 * Schedules the invoices of orders in the transaction that confirms them. Does nothing when the seller's particulars
 * are missing.
 */
export async function requestInvoices(
  tx: Tx,
  { jobs, settings }: Pick<OrdersPlatform, 'jobs' | 'settings'>,
  ordreIds: readonly string[],
) {
  if (ordreIds.length > 0 && issuesInvoices(settings)) await jobs.add(tx, issueInvoicesJob, { ordreIds })
}

type Refund = Omit<WantedCredit, 'transactionId' | 'lignes' | 'livree'> &
  Partial<Pick<WantedCredit, 'transactionId' | 'lignes'>>

/**
 * Schedules the credit note of a refund in the caller's transaction. A repeated call only adds the returned goods, if
 * they were unknown and the credit note is still pending. The credit note waits for the invoice, which may be issued
 * later. Does nothing if there is no invoice and invoices are off.
 */
export async function requestCreditNote(
  tx: Tx,
  { clock, jobs, settings }: Pick<OrdersPlatform, 'clock' | 'jobs' | 'settings'>,
  { transactionId = null, lignes = null, ...refund }: Refund,
) {
  const wanted = { ...refund, transactionId, lignes }
  const terms = { issuing: issuesInvoices(settings), now: clock.now() }
  if (await insertWantedCredit(tx, wanted, terms))
    await jobs.add(tx, issueCreditNotesJob, { ordreId: refund.ordreId })
}

/**
 * Issues the missing invoices of these orders if they are paid and not free, with their pending credit notes, and
 * requests a mail about each invoice. Does nothing while invoices are off. Transactions lock the last number and so run
 * one after another: the documents of one are committed before the next takes a number, or are rolled back with their
 * numbers.
 */
export async function issueInvoices(platform: OrdersPlatform, ordreIds: readonly string[]) {
  const { clock, db, outbox, peers, settings } = platform
  const seller = sellerOf(settings)
  if (!seller) return
  const paid: { order: Order; payment: Payment }[] = []
  for (const order of await listOrdersToInvoice(db, ordreIds))
    paid.push({ order, payment: await readPayment(peers, order) })
  if (paid.length === 0) return

  await db.transaction(async tx => {
    await lockSeries(tx)
    const now = clock.now()
    const known = new Set((await listDocuments(tx, ordreIds)).map(({ ordreId }) => ordreId))
    const due = paid.filter(({ order }) => !known.has(order.ordreId))
    for (const { order, payment } of due)
      await issueDocument(tx, now, {
        nature: 'facture',
        ordreId: order.ordreId,
        remboursementId: null,
        contenu: invoiceOf(order, seller, payment),
        archiveeLe: null,
      })
    const invoiced = due.map(({ order }) => order)
    const ids = invoiced.map(({ ordreId }) => ordreId)
    await issuePendingCredits(tx, platform, now, ids)
    await outbox.publishAll(tx, invoiced.flatMap(createInvoiceMail))
  })
}

/** Issues the pending credit notes of an order. Without an invoice they stay pending and are issued with it. */
export const issueCreditNotes = (platform: OrdersPlatform, ordreId: string) =>
  platform.db.transaction(async tx => {
    await lockSeries(tx)
    await issuePendingCredits(tx, platform, platform.clock.now(), [ordreId])
  })

async function issuePendingCredits(tx: Tx, { log }: OrdersPlatform, now: Date, ordreIds: readonly string[]) {
  const documents = await listDocuments(tx, ordreIds)
  const invoices = documents.filter(document => document.nature === 'facture')
  const credits = documents.filter(document => document.nature === 'avoir')
  const invoiced = invoices.map(({ ordreId }) => ordreId)
  for (const wanted of await consumeWantedCredits(tx, invoiced)) {
    const { ordreId, remboursementId } = wanted
    // The credit note was requested again while it was being issued.
    if (credits.some(each => each.remboursementId === remboursementId)) continue
    const invoice = invoices.find(each => each.ordreId === ordreId)
    const issued = invoice && (await credit(tx, now, invoice, credits, wanted))
    if (issued) credits.push(issued)
    else log.info({ remboursementId }, 'No credit note issued: the refund does not reduce its invoice')
  }
}

/**
 * Issues the credit note of a refund. Returns undefined if the refunded payment is not the one that paid the order, or
 * if the invoice is already fully credited.
 */
async function credit(
  tx: Tx,
  now: Date,
  invoice: InvoiceRow,
  credits: CreditNoteRow[],
  wanted: WantedCredit,
) {
  const { ordreId, archiveeLe } = invoice
  const paidWith = invoice.contenu.reglement.transactionId
  if (wanted.transactionId !== null && wanted.transactionId !== paidWith) return undefined
  const earlier = credits.filter(each => each.ordreId === ordreId).map(({ contenu }) => contenu)
  const contenu = creditNoteOf({ ...invoice, ...invoice.contenu }, earlier, wanted)
  if (!contenu) return undefined
  const { remboursementId } = wanted
  return issueDocument(tx, now, { nature: 'avoir' as const, ordreId, remboursementId, contenu, archiveeLe })
}

type Unnumbered = Omit<InvoiceRow, 'numero' | 'emiseLe'> | Omit<CreditNoteRow, 'numero' | 'emiseLe'>

/** Stores and returns a document with the next number, such as 2026-000042, where 2026 is the year in Paris. */
async function issueDocument<Document extends Unnumbered>(tx: Tx, now: Date, document: Document) {
  const { annee, rang, emiseLe } = await allocateNextNumber(tx, inParis(now).year, now)
  const numero = `${annee}-${String(rang).padStart(6, '0')}`
  const issued = { ...document, numero, emiseLe }
  await insertDocument(tx, { ...issued, annee, rang })
  return issued
}

async function readPayment(
  peers: OrdersPlatform['peers'],
  { transactionId, confirmeeLe, createdAt }: Order,
): Promise<Payment> {
  const transaction = transactionId === null ? undefined : await findTransaction(peers, transactionId)
  return {
    transactionId,
    moyen: transaction?.moyenPaiement.type ?? 'autre',
    marque: transaction?.moyenPaiement.brand ?? null,
    payeeLe: transaction?.createdAt ?? confirmeeLe ?? createdAt,
  }
}

/** The retention of ten years starts at the end of the fiscal year, which is at most one year after the issue date. */
const RETENTION_YEARS = 11

/** Deletes documents past their retention, by whole calendar years. */
export async function pruneOldDocuments({ db, clock }: Pick<OrdersPlatform, 'db' | 'clock'>) {
  const { from: before } = boundsOf(`${inParis(clock.now()).year - RETENTION_YEARS}-01-01`)
  await deleteInBatches(db, (tx, limit) => pruneDocuments(tx, before, limit))
}
