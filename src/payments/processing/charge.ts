import type { Context } from '../context.ts'
import type { Charge } from '../providers/provider.ts'
import type { Transaction } from '../tables.ts'

/** The provider of a card payment, and the payment as it knows it. Throws when it is not configured any more. */
export function chargeOf({ vault, providers }: Context, payment: Transaction) {
  const { id, authorizationId, carte, montantCents, devise } = payment
  const provider = providers.named(payment.provider!)
  if (!provider) throw new Error(`The provider ${payment.provider} of payment ${id} is not configured`)
  const { token } = vault.open(carte!, authorizationId!)
  const charge: Charge = { token, authorizationId: authorizationId!, montantCents, devise }
  return { provider, charge }
}
