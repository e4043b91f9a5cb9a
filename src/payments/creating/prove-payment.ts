import type { Context } from '../context.ts'
import { identifiersOf } from '../peers.ts'

type Paying = {
  clientId: string | null
  /** Whether this customer is the caller, or one that the caller speaks for. */
  proven: boolean
  lienId: string | null
}

/**
 * Whether the customer of a payment is proven. An order's is as much as the order is, whoever pays it: a claim does not
 * become proof by being paid. Another one than the order's is not; of a link, that was seen to when it was made.
 */
export async function isPaymentProven(
  context: Context,
  { clientId, proven, lienId }: Paying,
  order: { clientId: string; prouve: boolean } | undefined,
) {
  if (!order) return proven
  if (!order.prouve || clientId === order.clientId) return order.prouve
  if (!proven || lienId !== null || !context.guarded) return proven
  return (await identifiersOf(context, order.clientId)).includes(String(clientId))
}
