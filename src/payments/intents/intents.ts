import { hashSecret } from '../../platform/http/agent.ts'
import { Problem } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { createPayment } from '../creating/create-payment.ts'
import { createLivePaymentProblem } from '../creating/insert-payments.ts'
import { type CreatedLink, createLink, paymentOf } from '../links/create-link.ts'
import { findLink } from '../links/store.ts'
import { cardOf } from '../schemas.ts'
import { findLatestOfLink, findLiveOfOrder, isLive } from '../store.ts'
import type { Link, Transaction } from '../tables.ts'
import type { IntentPayment, IntentRequest } from './schemas.ts'

type Options = Pick<Parameters<typeof createLink>[2], 'caller' | 'storeAnswer'> & { returnUrl: string }

/**
 * Prepares a wallet payment: a link that the shop's application pays with a secret instead of the page. Throws 404 for
 * an unknown provider; 409 for a live payment or an order that cannot be paid, for example for lack of stock; 422 for
 * an amount or currency other than the order's, or a provider without wallets; 503 while orders is unavailable.
 */
export async function createIntent(
  context: Context,
  segment: string,
  { amount, currency, clientId, orderId }: IntentRequest,
  { returnUrl, ...options }: Options,
): Promise<CreatedLink> {
  const provider = context.providers.fromUrl(segment)
  if (!provider.tokenise)
    throw new Problem(
      422,
      'moyen-non-accepte',
      `The provider ${provider.name} does not accept wallet payments`,
    )
  if (orderId && (await findLiveOfOrder(context.db, orderId))) throw createLivePaymentProblem()
  return createLink(
    context,
    { montantCents: amount, devise: currency, orderId, clientId, returnUrl },
    { intention: provider.name, ...options },
  )
}

/**
 * Pays an intent. A repeated call returns its pending or accepted payment; after a refusal, a cancellation or a full
 * refund it is a new attempt. Throws 404 for an unknown intent or a wrong secret; 409 if the intent has expired or its
 * order has another payment; 422 if the order has another amount; other errors as in `createPayment`.
 */
export async function payIntent(
  context: Context,
  id: string,
  { clientSecret, cb }: IntentPayment,
): Promise<{ link: Link; payment: Transaction }> {
  const { db, clock, providers } = context
  const link = await findLink(db, hashSecret(clientSecret))
  if (!link?.intention || link.id !== id)
    throw new Problem(404, 'intention-inconnue', `Payment intent ${id} not found`)
  const latest = await findLatestOfLink(db, id)
  if (latest && isLive(latest)) return { link, payment: latest }
  if (link.expireLe <= clock.now())
    throw new Problem(409, 'intention-expiree', 'The payment intent has expired')
  const by = providers.fromUrl(link.intention)
  const payment = await createPayment(context, { ...paymentOf(link), card: cardOf(cb), by })
  return { link, payment }
}
