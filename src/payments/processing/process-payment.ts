import { Problem } from '../../platform/problem.ts'
import { cardOf } from '../card-vault.ts'
import type { Context } from '../context.ts'
import type { Charge } from '../providers/provider.ts'
import { findTransaction, readTransaction } from '../store.ts'
import { CASH, type Transaction } from '../tables.ts'

/**
 * Brings a pending payment to its end. Run again, or beside another run, it finds nothing to do. One that its provider still
 * waits for stays pending: the provider tells, or the recovery asks again.
 */
export async function processPayment(context: Context, id: number) {
  const payment = await findTransaction(context.db, id)
  if (payment?.status !== 'en_attente') return
  // Cash lies in the till already; for a card the provider says.
  if (payment.moyen === CASH) return context.endPayment(id, 'accepte')
  const { provider, charge } = chargeOf(context, payment)
  const outcome = await provider.settle(charge)
  if (outcome !== 'en_attente') await context.endPayment(id, outcome)
}

/** The provider of a card payment, and the payment as it knows it. Throws when it is not configured any more. */
export function chargeOf({ vault, providers }: Context, payment: Transaction) {
  const { id, authorizationId, montantCents, devise } = payment
  const provider = providers.named(payment.provider)
  if (!provider) throw new Error(`The provider ${payment.provider} of payment ${id} is not configured`)
  const card = cardOf(vault, payment)
  if (!card || authorizationId === null) throw new Error(`Payment ${id} was not made by card`)
  const charge: Charge = { token: card.token, authorizationId, montantCents, devise }
  return { provider, charge }
}

/**
 * Ends a pending payment without money: its provider lets go of it first, so that it cannot be made afterwards. When the
 * provider has it paid or refused already, that is its end. Gives the payment when this call ended it.
 */
export async function abandonPayment(
  context: Context,
  payment: Transaction,
): Promise<Transaction | undefined> {
  if (payment.status !== 'en_attente') return undefined
  const provider = context.providers.named(payment.provider)
  const outcome = provider?.abandon ? await provider.abandon(chargeOf(context, payment).charge) : 'annule'
  if (outcome === 'en_attente') return undefined
  return context.endPayment(payment.id, outcome)
}

/** Cancels a payment while it is pending; 409 once it has ended. 503 while its provider cannot be asked to let go of it. */
export async function cancelPayment(context: Context, payment: Transaction) {
  const ended = await abandonPayment(context, payment)
  if (ended?.status === 'annule') return ended
  const { id, status } = await readTransaction(context.db, payment.id)
  throw new Problem(
    409,
    'paiement-non-annulable',
    `Transaction ${id} is ${status} and cannot be cancelled any more`,
  )
}
