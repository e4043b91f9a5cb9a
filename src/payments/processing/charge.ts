import { cardOf } from '../card-vault.ts'
import type { Context } from '../context.ts'
import type { Charge } from '../providers/provider.ts'
import type { Transaction } from '../tables.ts'

/** The provider of a card payment, and the payment as it knows it. Throws when it is not configured any more. */
export function chargeOf({ vault, providers }: Context, payment: Transaction) {
  const { id, authorizationId, montantCents, devise } = payment
  const provider = payment.provider === null ? undefined : providers.named(payment.provider)
  if (!provider) throw new Error(`The provider ${payment.provider} of payment ${id} is not configured`)
  const card = cardOf(vault, payment)
  if (!card || authorizationId === null) throw new Error(`Payment ${id} was not made by card`)
  const charge: Charge = { token: card.token, authorizationId, montantCents, devise }
  return { provider, charge }
}
