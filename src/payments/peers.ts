import { readAccount } from '../accounts/contract.ts'
import { getClientPrivately } from '../loyalty/contract.ts'
import { beginPayment as operation } from '../orders/contract.ts'
import { Problem } from '../platform/http/problem.ts'
import type { Context } from './context.ts'

type Beginning = { orderId: string; montantCents: number; devise: string; etape: 'lien' | 'paiement' }

/**
 * Tells orders that a payment begins: it checks the amount and holds the goods. Undefined when it does not know the order;
 * its refusals (409, 422) are the caller's, and 503 says that it cannot be asked.
 */
export async function beginPayment({ peers }: Context, { orderId, montantCents, devise, etape }: Beginning) {
  const { status, body } = await peers.ask(operation, {
    params: { ordreId: orderId },
    body: { montantCents, etape },
    expect: [404, 409, 422],
  })
  if (status === 404) return undefined
  if (status !== 200) throw new Problem(status, body.message)
  if (devise !== 'EUR') throw new Problem(422, `Order ${orderId} is to be paid in EUR`)
  return body
}

/** Every identifier that the customer's transactions may carry; the given one alone while accounts cannot tell. */
export async function identifiersOf({ peers, log }: Context, ref: string): Promise<string[]> {
  try {
    const { status, body: account } = await peers.ask(readAccount, { params: { ref }, expect: [404] })
    return status === 200 ? [ref, String(account.userId), ...account.clientIds] : [ref]
  } catch (error) {
    log.debug({ err: error }, 'Accounts cannot say what other identifiers a customer has')
    return [ref]
  }
}

/**
 * Whether loyalty knows the number as one of the customer's, and the customer has proven the address that it goes by. No,
 * while it cannot tell.
 */
export async function isLoyaltyNumberOf({ peers, log }: Context, number: number, names: readonly string[]) {
  try {
    const { status, body } = await peers.ask(getClientPrivately, { params: { id: number }, expect: [404] })
    if (status === 404 || !names.includes(body.idClient)) return false
    const ref = body.idClient
    const { status: found, body: account } = await peers.ask(readAccount, { params: { ref }, expect: [404] })
    return found === 200 && account.courrielProuve
  } catch (error) {
    log.debug({ err: error }, 'Loyalty cannot say whose a number is')
    return false
  }
}
