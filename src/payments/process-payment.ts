import type { Context } from './context.ts'
import { endPayments } from './end-payments.ts'
import { findTransaction } from './store/transactions.ts'
import { CASH, type Outcome, type Transaction } from './tables.ts'

/** Cash lies in the till already; for a card the provider says. */
async function outcomeOf({ vault, providers }: Context, payment: Transaction): Promise<Outcome> {
  if (payment.moyen === CASH) return 'accepte'
  const { authorizationId, carte, montantCents, devise } = payment
  const provider = providers.named(payment.provider!)
  if (!provider)
    throw new Error(`The provider ${payment.provider} of payment ${payment.id} is not configured`)
  const { token } = vault.open(carte!, authorizationId!)
  return provider.settle({ token, authorizationId: authorizationId!, montantCents, devise })
}

/** Brings a pending payment to its end. Run again, or beside another run, it finds nothing to do. */
export async function processPayment(context: Context, id: number) {
  const payment = await findTransaction(context.db, id)
  if (payment?.status !== 'en_attente') return
  await endPayments(context, [id], await outcomeOf(context, payment))
}
