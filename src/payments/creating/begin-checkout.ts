import type { Context } from '../context.ts'
import { findLiveOfOrder } from '../store/transactions.ts'
import type { Transaction } from '../tables.ts'
import { createPayment, type NewPayment, newAuthorization } from './create-payment.ts'
import { alreadyPaying } from './keep-payments.ts'

type Wanted = Omit<NewPayment, 'card' | 'saved' | 'by' | 'authorizationId'> & {
  /** Where the provider's page sends the customer back to. */
  returnUrl: string
}

/**
 * Begins a payment on the default provider's own page. The provider comes first: what it has begun and nobody was told of is
 * harmless, a payment that it does not know would wait in vain. Failures as of `createPayment`; 503 the provider is away.
 */
export async function beginCheckout(
  context: Context,
  { returnUrl, ...payment }: Wanted,
): Promise<{ payment: Transaction; redirectUrl: string }> {
  const { name, begin, abandon } = context.providers.byDefault
  if (!begin) throw new Error(`The provider ${name} has no page of its own`)
  const { montantCents, devise, orderId = null } = payment
  if (orderId && (await findLiveOfOrder(context.db, orderId))) throw alreadyPaying()
  const authorizationId = newAuthorization()
  const asked = { authorizationId, montantCents, devise }
  const { token, redirectUrl } = await begin({ ...asked, orderId, returnUrl })
  try {
    const saved = { provider: name, card: { token, redirectUrl } }
    return { payment: await createPayment(context, { ...payment, authorizationId, saved }), redirectUrl }
  } catch (error) {
    await abandon?.({ ...asked, token }).catch(fault =>
      context.log.warn({ err: fault }, 'A checkout that nobody was told of could not be ended'),
    )
    throw error
  }
}
