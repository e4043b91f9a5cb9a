import type Stripe from 'stripe'
import type { DisputeState, Outcome } from '../tables.ts'
import type { Aftermath, PaymentReport } from './provider.ts'
import { unwrapResponse } from './stripe-client.ts'

type Session = Pick<
  Stripe.Checkout.Session,
  'id' | 'client_reference_id' | 'status' | 'payment_status' | 'payment_intent' | 'amount_total' | 'currency'
>

export function outcomeOf({ status, payment_status, payment_intent }: Session): Outcome | 'en_attente' {
  if (status === 'expired') return 'annule'
  if (status === 'open') return 'en_attente'
  if (payment_status !== 'unpaid') return 'accepte'
  // A bank debit succeeds or fails days after the customer has left the page. A failed one requires another payment
  // method.
  const failed = typeof payment_intent === 'object' && payment_intent?.status === 'requires_payment_method'
  return failed ? 'refuse' : 'en_attente'
}

/**
 * Returns a function that reads the payment that an event is about; undefined for other events. Events about refunds
 * and disputes only name the payment: their current state is read, so that late and repeated ones do no harm.
 */
export function createReportReader(
  stripe: Stripe,
  event: Stripe.Event,
): (() => Promise<PaymentReport | undefined>) | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed': {
      const report = reportOf(event.data.object)
      if (report && event.type === 'checkout.session.async_payment_failed') report.outcome = 'refuse'
      return async () => report
    }
    case 'charge.refunded':
    case 'charge.refund.updated':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed': {
      const { payment_intent: intent } = event.data.object
      if (intent === null) return undefined
      return () => readPayment(stripe, typeof intent === 'object' ? intent.id : intent)
    }
    default:
      return undefined
  }
}

/** Returns undefined for a session of an application that sets no reference. */
function reportOf(session: Session): PaymentReport | undefined {
  const { id: token, client_reference_id: authorizationId, amount_total, currency } = session
  if (authorizationId === null) return undefined
  const devise = (currency ?? '').toUpperCase()
  return { authorizationId, token, outcome: outcomeOf(session), montantCents: amount_total ?? 0, devise }
}

/** The maximum that Stripe lists at once. Older refunds were read after earlier events. */
const MAX_LISTED = 100

async function readPayment(stripe: Stripe, intent: string): Promise<PaymentReport | undefined> {
  const { checkout, refunds, disputes } = stripe
  const found = await unwrapResponse(checkout.sessions.list({ payment_intent: intent, limit: 1 }))
  const report = found.data[0] && reportOf(found.data[0])
  if (!report) return undefined
  const listed = { payment_intent: intent, limit: MAX_LISTED }
  const [refunded, disputed] = await Promise.all([
    unwrapResponse(refunds.list(listed)),
    unwrapResponse(disputes.list(listed)),
  ])
  return {
    ...report,
    aftermath: {
      // Stripe lists the newest first.
      refunds: refunded.data.map(refundOf).toReversed(),
      dispute: disputeOf(disputed.data.map(({ status }) => DISPUTES[status] ?? 'ouvert')),
    },
  }
}

function refundOf({ id, amount, status, metadata }: Stripe.Refund): Aftermath['refunds'][number] {
  const own = Number(metadata?.refund)
  return {
    reference: id,
    id: Number.isSafeInteger(own) && own > 0 ? own : undefined,
    montantCents: amount,
    failed: status === 'failed' || status === 'canceled',
  }
}

/** The final statuses of disputes. An inquiry that ends without a chargeback is won. */
const DISPUTES: { [status: string]: DisputeState } = {
  won: 'gagne',
  warning_closed: 'gagne',
  prevented: 'gagne',
  lost: 'perdu',
}

/** Returns the state of a payment with these disputes: an open one decides, else a lost one. */
const disputeOf = (states: DisputeState[]): DisputeState | null =>
  (['ouvert', 'perdu', 'gagne'] as const).find(state => states.includes(state)) ?? null
