import { timingSafeEqual } from 'node:crypto'
import { Problem } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { createPayment } from '../creating/create-payment.ts'
import { hashOf, paymentOf } from '../links/create-link.ts'
import { findLinkById, tokenHashOf } from '../links/store.ts'
import { isLive } from '../page/state.ts'
import { cardOf } from '../schemas.ts'
import { findLatestOfLink } from '../store/transactions.ts'
import type { Link, Transaction } from '../tables.ts'
import type { IntentPayment } from './schemas.ts'

/**
 * Pays an intent. Asked again while its payment is pending or made, it gives that one; after a refusal it is another try.
 * 404 unknown, or not its secret; 409 too late, or its order has another payment; 422 the order has another amount.
 */
export async function payIntent(
  context: Context,
  id: string,
  { clientSecret, cb }: IntentPayment,
): Promise<{ link: Link; payment: Transaction }> {
  const { db, clock, providers } = context
  const link = await findLinkById(db, id)
  if (!link?.intention || !isSecret(clientSecret, await tokenHashOf(db, id)))
    throw new Problem(404, 'intention-inconnue', `Payment intent ${id} not found`)
  const latest = await findLatestOfLink(db, id)
  if (latest && isLive(latest)) return { link, payment: latest }
  if (link.expireLe <= clock.now())
    throw new Problem(409, 'intention-expiree', 'The payment intent has expired')
  const by = providers.inAddress(link.intention)
  const payment = await createPayment(context, { ...paymentOf(link), card: cardOf(cb), by })
  return { link, payment }
}

function isSecret(given: string, tokenHash: string | undefined) {
  const [actual, expected] = [Buffer.from(hashOf(given)), Buffer.from(tokenHash ?? '')]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
