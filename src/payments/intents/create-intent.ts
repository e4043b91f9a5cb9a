import { Problem } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { alreadyPaying } from '../creating/keep-payments.ts'
import { createLink, type Made } from '../links/create-link.ts'
import { findLiveOfOrder } from '../store/transactions.ts'
import type { IntentRequest } from './schemas.ts'

type Options = Pick<Parameters<typeof createLink>[2], 'caller' | 'keep'> & { returnUrl: string }

/**
 * Prepares a payment by a wallet: a link whose secret a shop's own application pays with, instead of the page.
 * 404 no such provider; 409 a live payment or goods that ran short; 422 another amount than the order's, or no wallets there.
 */
export async function createIntent(
  context: Context,
  segment: string,
  { amount, currency, clientId, orderId }: IntentRequest,
  { returnUrl, ...options }: Options,
): Promise<Made> {
  const provider = context.providers.inAddress(segment)
  if (!provider.tokenise)
    throw new Problem(422, 'moyen-non-accepte', `The provider ${provider.name} takes no wallet payments`)
  if (orderId && (await findLiveOfOrder(context.db, orderId))) throw alreadyPaying()
  return createLink(
    context,
    { montantCents: amount, devise: currency, orderId, clientId, returnUrl },
    { intention: provider.name, ...options },
  )
}
