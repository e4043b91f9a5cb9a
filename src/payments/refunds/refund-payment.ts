import type { Tx } from '../../platform/database/database.ts'
import { jobKind } from '../../platform/jobs/job.ts'
import { eurosOf, parseEuros } from '../../platform/money.ts'
import { Problem } from '../../platform/problem.ts'
import { announceChanges } from '../announce.ts'
import type { Context } from '../context.ts'
import { listIdentifiers } from '../peers.ts'
import { getCharge } from '../processing/process-payment.ts'
import type { RefundRequest } from '../schemas.ts'
import { findTransaction, readTransaction } from '../store.ts'
import { REFUND, type Transaction } from '../tables.ts'
import { addRefundedAmount, findRefund, insertRefund } from './store.ts'

export type RefundResult = { payment: Transaction; refund: Transaction }

/**
 * Refunds part of a payment, or its remainder. `storeAnswer` runs in the transaction. Throws 400 for an invalid
 * amount; 404 for an unknown payment; 409 if it is not accepted, is a refund, or was refunded since the caller read
 * it; 422 for more than the remaining amount, or another customer's payment; 503 if its provider is no longer
 * configured.
 */
export async function refundPayment(
  context: Context,
  request: RefundRequest,
  storeAnswer: (tx: Tx, refunded: RefundResult) => Promise<unknown>,
): Promise<RefundResult> {
  const { db, clock } = context
  const id = Number(request.transactionId)
  const { montant } = request
  const montantCents = montant === undefined ? undefined : parseEuros(montant, 'montant')
  const seenCents = parseIfMatch(request)
  const before = await findTransaction(db, id)
  if (!before) throw new Problem(404, 'transaction-inconnue', `Transaction ${id} not found`)
  await checkCustomer(context, request, before)
  const provider = context.providers.getOfPayment(before.provider)
  return db.transaction(async tx => {
    const now = clock.now()
    const payment = await addRefundedAmount(tx, id, { montantCents, seenCents }, now)
    if (!payment) throw refusal(await readTransaction(tx, id), seenCents)
    const refund = await insertRefund(tx, id, request, now)
    await announceChanges(tx, context, [{ payment, refund }])
    if (provider?.refund) await context.jobs.add(tx, sendRefundJob, { id: refund.id })
    await storeAnswer(tx, { payment, refund })
    return { payment, refund }
  })
}

async function checkCustomer(context: Context, { clientId }: RefundRequest, payment: Transaction) {
  if (clientId === undefined || clientId === null || String(clientId) === payment.clientId) return
  if (payment.clientId && (await listIdentifiers(context, String(clientId))).includes(payment.clientId))
    return
  throw new Problem(
    422,
    'transaction-d-autrui',
    `Transaction ${payment.id} does not belong to customer ${clientId}`,
  )
}

/**
 * Returns the refunded amount in cents that the caller last read; undefined if not given. Unlike other amounts, it may
 * be zero.
 */
const parseIfMatch = ({ dejaRembourse: seen }: RefundRequest) =>
  seen === undefined || seen === null ? undefined : seen === 0 ? 0 : parseEuros(seen, 'dejaRembourse')

function refusal(
  { id, status, typePaiement, montantCents, montantRembourseCents }: Transaction,
  seenCents: number | undefined,
): Problem {
  if (typePaiement === REFUND)
    return new Problem(
      409,
      'transaction-de-remboursement',
      `Transaction ${id} is a refund and cannot be refunded`,
    )
  if (status !== 'accepte' && status !== 'paye')
    return new Problem(
      409,
      'paiement-non-remboursable',
      `Transaction ${id} is ${status}; only completed payments can be refunded`,
    )
  if (seenCents !== undefined && seenCents !== montantRembourseCents)
    return new Problem(
      409,
      'change-entre-temps',
      `Un autre remboursement du paiement ${id} a été fait entre-temps`,
      { attendu: eurosOf(montantRembourseCents) },
    )
  return new Problem(
    422,
    'remboursement-trop-grand',
    `The refund exceeds the remaining amount of transaction ${id}: ${eurosOf(montantRembourseCents)} of ${eurosOf(montantCents)} already refunded`,
    { attendu: eurosOf(montantCents - montantRembourseCents) },
  )
}

export const sendRefundJob = jobKind<{ id: number }>('payments.send-refund')

/** Sends a refund to the provider, unless one made there has taken its place. If that fails, the job is retried. */
export async function sendRefund(context: Context, id: number) {
  const found = await findRefund(context.db, id)
  if (found?.authorizationId !== null) return
  const { provider, charge } = getCharge(context, found.payment)
  await provider.refund?.(charge, { id, montantCents: found.montantCents })
}
