import { SPEAKS_FOR_CUSTOMERS } from '../../accounts/contract.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Context } from '../context.ts'
import { identifiersOf, isLoyaltyNumberOf } from '../peers.ts'
import type { Link } from '../tables.ts'

type Proof = Pick<Link, 'prouve' | 'clientFideliseId'>
const CLAIM: Proof = { prouve: false, clientFideliseId: null }

/**
 * Whether the customer of a link is proven: its caller is that customer or speaks for customers, and the order, where orders
 * knows it, is that customer's and was not placed on a claim. Of a customer's own word, and beside an order, a number of
 * loyalty's counts only where it is theirs: the saved cards of whoever has it would be shown.
 */
export async function proveLink(
  context: Context,
  caller: Caller,
  { clientId, clientFideliseId }: Pick<Link, 'clientId' | 'clientFideliseId'>,
  order: { clientId: string; prouve: boolean } | undefined,
): Promise<Proof> {
  if (!caller.guarded) return { prouve: true, clientFideliseId }
  if (order && !order.prouve) return CLAIM
  const speaks = caller.may(...SPEAKS_FOR_CUSTOMERS)
  if (speaks && !order) return { prouve: true, clientFideliseId }

  const names =
    speaks && order ? await identifiersOf(context, order.clientId) : (await caller.customer())?.names
  const named = [order?.clientId, clientId].filter(name => typeof name === 'string')
  if (!names || named.some(name => !names.includes(name))) return CLAIM
  const own = clientFideliseId !== null && (await isLoyaltyNumberOf(context, clientFideliseId, names))
  return { prouve: named.length > 0 || own, clientFideliseId: own ? clientFideliseId : null }
}
