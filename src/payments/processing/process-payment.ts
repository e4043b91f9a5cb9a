import { Problem } from '../../platform/problem.ts'
import { decryptCard } from '../card-vault.ts'
import type { Context } from '../context.ts'
import type { Charge } from '../providers/provider.ts'
import { findTransaction, readTransaction } from '../store.ts'
import { CASH, type Transaction } from '../tables.ts'

/**
 * Processes a pending payment; a payment that has ended does not change. While the provider waits for the customer or
 * a bank, the payment stays pending: the provider's notification or `recoverPayments` ends it later. Throws if the
 * provider is not configured or unavailable.
 */
export async function processPayment(context: Context, id: number) {
  const payment = await findTransaction(context.db, id)
  if (payment?.status !== 'en_attente') return
  // Cash has been received; for a card the provider decides.
  if (payment.moyen === CASH) return context.endPayment(id, 'accepte')
  const { provider, charge } = getCharge(context, payment)
  const outcome = await provider.settle(charge)
  if (outcome !== 'en_attente') await context.endPayment(id, outcome)
}

/**
 * Returns the provider of a card payment and the payment in its terms. Throws for a cash payment, and if the provider
 * is not configured.
 */
export function getCharge({ vault, providers }: Context, payment: Transaction) {
  const { id, authorizationId, montantCents, devise } = payment
  const provider = providers.byName(payment.provider)
  if (!provider) throw new Error(`The provider ${payment.provider} of payment ${id} is not configured`)
  const card = decryptCard(vault, payment)
  if (!card || authorizationId === null) throw new Error(`Payment ${id} was not made by card`)
  const charge: Charge = { token: card.token, authorizationId, montantCents, devise }
  return { provider, charge }
}

/**
 * Cancels a pending payment, first with its provider if that supports it, so that it cannot be paid afterwards. A
 * payment that the provider reports as paid or refused gets that status. Returns the payment if this call ended it.
 * Throws 503 while the provider is unavailable or not configured.
 */
export async function abandonPayment(
  context: Context,
  payment: Transaction,
): Promise<Transaction | undefined> {
  if (payment.status !== 'en_attente') return undefined
  const provider = context.providers.getOfPayment(payment.provider)
  const outcome = provider?.abandon ? await provider.abandon(getCharge(context, payment).charge) : 'annule'
  if (outcome === 'en_attente') return undefined
  return context.endPayment(payment.id, outcome)
}

/** Cancels a pending payment. Throws 409 if it has ended or cannot be cancelled, 503 if its provider is unavailable. */
export async function cancelPayment(context: Context, payment: Transaction) {
  const ended = await abandonPayment(context, payment)
  if (ended?.status === 'annule') return ended
  const { id, status } = await readTransaction(context.db, payment.id)
  throw new Problem(
    409,
    'paiement-non-annulable',
    `Transaction ${id} is ${status} and can no longer be cancelled`,
  )
}
