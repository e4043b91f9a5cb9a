import { inParis } from '../../platform/clock.ts'
import { deleteInBatches, type Tx } from '../../platform/database/database.ts'
import { jobKind } from '../../platform/jobs/job.ts'
import { boundsOf } from '../../platform/moment.ts'
import { issuesInvoices } from '../invoice-settings.ts'
import { invoiceIssued } from '../mails.ts'
import { findTransaction, type OrdersPlatform } from '../peers.ts'
import type { Order } from '../tables.ts'
import { creditNoteOf, invoiceOf } from './contents.ts'
import { sellerOf } from './parties.ts'
import type { CreditedLine, CreditNoteRow, InvoiceRow, Payment, WantedCredit } from './schemas.ts'
import {
  consumeWantedCredits,
  documentsOf,
  insertDocument,
  insertWantedCredit,
  lockSeries,
  nextNumber,
  ordersToInvoice,
  pruneDocuments,
} from './store.ts'

/** Issues the invoices of orders that have been paid, each once. */
export const issueInvoicesJob = jobKind<{ ordreIds: readonly string[] }>('orders.issue-invoices')

/** Issues the credit notes of an order that wait. */
export const issueCreditNotesJob = jobKind<{ ordreId: string }>('orders.issue-credit-notes')

/** Has invoices issued for orders, in the transaction in which they are paid. Nothing where none can be issued. */
export async function requestInvoice(
  tx: Tx,
  { jobs, settings }: Pick<OrdersPlatform, 'jobs' | 'settings'>,
  ordreIds: readonly string[],
) {
  if (ordreIds.length > 0 && issuesInvoices(settings)) await jobs.add(tx, issueInvoicesJob, { ordreIds })
}

type Refund = {
  ordreId: string
  remboursementId: string
  montantCents: number
  /** The payment that was given back: a credit note is for that which paid the order. */
  transactionId?: string | null
  /** The goods that came back, for a return. */
  lignes?: CreditedLine[] | null
}

/**
 * Has a credit note issued for a refund, in the transaction that hears of it; asked again, it does nothing. It waits for the
 * invoice, which may come later. Nothing where there is none and none is issued.
 */
export async function requestCreditNote(
  tx: Tx,
  { clock, jobs, settings }: Pick<OrdersPlatform, 'clock' | 'jobs' | 'settings'>,
  { ordreId, remboursementId, montantCents, transactionId = null, lignes = null }: Refund,
) {
  const wanted = { ordreId, remboursementId, montantCents, transactionId, lignes }
  const terms = { issuing: issuesInvoices(settings), now: clock.now() }
  if (await insertWantedCredit(tx, wanted, terms)) await jobs.add(tx, issueCreditNotesJob, { ordreId })
}

/**
 * Issues the invoices of these orders, those that have none, and their credit notes that wait. One transaction after another, each of
 * which has the last number locked: what it numbers is there when the next one begins, or is undone together with its numbers.
 */
export async function issueInvoices(platform: OrdersPlatform, ordreIds: readonly string[]) {
  const { clock, db, outbox, peers, settings } = platform
  const seller = sellerOf(settings)
  if (!seller) return
  const paid: { order: Order; payment: Payment }[] = []
  for (const order of await ordersToInvoice(db, ordreIds))
    paid.push({ order, payment: await paymentOf(peers, order) })
  if (paid.length === 0) return

  await db.transaction(async tx => {
    await lockSeries(tx)
    const now = clock.now()
    const known = new Set((await documentsOf(tx, ordreIds)).map(({ ordreId }) => ordreId))
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
    await creditWhatWaits(tx, platform, now, ids)
    await outbox.publishAll(tx, invoiced.flatMap(invoiceIssued))
  })
}

/** Issues the credit notes of an order that wait. Without an invoice they go on waiting: it brings them with it. */
export const issueCreditNotes = (platform: OrdersPlatform, ordreId: string) =>
  platform.db.transaction(async tx => {
    await lockSeries(tx)
    await creditWhatWaits(tx, platform, platform.clock.now(), [ordreId])
  })

async function creditWhatWaits(tx: Tx, { log }: OrdersPlatform, now: Date, ordreIds: readonly string[]) {
  const documents = await documentsOf(tx, ordreIds)
  const invoices = documents.filter(document => document.nature === 'facture')
  const credits = documents.filter(document => document.nature === 'avoir')
  const invoiced = invoices.map(({ ordreId }) => ordreId)
  for (const wanted of await consumeWantedCredits(tx, invoiced)) {
    const { ordreId, remboursementId } = wanted
    // Asked for again while it was being issued.
    if (credits.some(each => each.remboursementId === remboursementId)) continue
    const invoice = invoices.find(each => each.ordreId === ordreId)
    const issued = invoice && (await credit(tx, now, invoice, credits, wanted))
    if (issued) credits.push(issued)
    else log.info({ remboursementId }, 'A refund takes nothing of its invoice back')
  }
}

/** Undefined when the refund is of another payment than the one that paid the order, or nothing is left. */
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

/** Keeps a document under the next number: 2026-000042, of the year that it is in Paris. */
async function issueDocument<Document extends Unnumbered>(tx: Tx, now: Date, document: Document) {
  const { annee, rang, emiseLe } = await nextNumber(tx, inParis(now).year, now)
  const numero = `${annee}-${String(rang).padStart(6, '0')}`
  const issued = { ...document, numero, emiseLe }
  await insertDocument(tx, { ...issued, annee, rang })
  return issued
}

async function paymentOf(
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

/** Ten years count from the end of the exercise, which ends within a year of what is issued in it. */
const KEPT_YEARS = 11

/** Forgets documents that need not be kept any longer, whole years of them. */
export async function pruneOldDocuments({ db, clock }: Pick<OrdersPlatform, 'db' | 'clock'>) {
  const { from: before } = boundsOf(`${inParis(clock.now()).year - KEPT_YEARS}-01-01`)
  await deleteInBatches(db, (tx, limit) => pruneDocuments(tx, before, limit))
}
