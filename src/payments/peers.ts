import { findMailRecipient, readAccount } from '../accounts/contract.ts'
import { getClientPrivately } from '../loyalty/contract.ts'
import { beginPayment as operation } from '../orders/contract.ts'
import { eurosOf } from '../platform/money.ts'
import { Problem } from '../platform/problem.ts'
import type { Context } from './context.ts'
import type { Transaction } from './tables.ts'

type Beginning = {
  orderId: string
  montantCents: number
  devise: string
  etape: 'lien' | 'paiement'
  /** Whether the caller gave the amount in cents: a refusal tells the right one in the same unit. */
  inCents?: boolean
}

/**
 * Tells orders that a payment begins: it checks amount and currency and holds the goods. Undefined when it does not know the order;
 * its refusals (409, 422) are the caller's, and 503 says that it cannot be asked.
 */
export async function beginPayment(
  { peers }: Context,
  { orderId, montantCents, devise, etape, inCents = false }: Beginning,
) {
  const { status, body } = await peers.ask(operation, {
    params: { ordreId: orderId },
    body: { montantCents, devise, etape },
    expect: [404, 409, 422],
  })
  if (status === 404) return undefined
  if (status === 200) return body
  const { code, message, attendu } = body
  throw new Problem(status, code, message, {
    attendu: attendu === undefined || inCents ? attendu : eurosOf(attendu),
  })
}

/** Undefined, with a line in the log, while the other area cannot tell. */
const unlessAway = <T>({ log }: Context, missing: string, asked: Promise<T>) =>
  asked.catch(error => {
    log.debug({ err: error }, missing)
    return undefined
  })

/** The account of an id or identifier. None, while accounts cannot tell. */
export async function accountOf(context: Context, ref: string) {
  const missing = 'Accounts cannot say what other identifiers a customer has'
  const asked = context.peers.ask(readAccount, { params: { ref }, expect: [404] })
  const answer = await unlessAway(context, missing, asked)
  return answer?.status === 200 ? answer.body : undefined
}

/** The address of the receipt, masked. Undefined without one, or while accounts cannot be asked. */
export async function receiptAddress(context: Context, { orderId, clientId, prouve }: Transaction) {
  if (orderId === null && clientId === null) return undefined
  const query = { ...(orderId && { ordreId: orderId }), ...(clientId && { client: clientId }), prouve }
  const asked = context.peers.ask(findMailRecipient, { query })
  return (
    (await unlessAway(context, 'Accounts cannot say where a receipt goes', asked))?.body.adresse ?? undefined
  )
}

type Account = NonNullable<Awaited<ReturnType<typeof accountOf>>>

/** An identifier and all others of its account; the account's present one first. */
export const namesOf = (ref: string, account: Account | undefined) =>
  account ? [...new Set([...account.clientIds, String(account.userId), ref])] : [ref]

/** Every identifier that the customer's transactions may carry; the given one alone while accounts cannot tell. */
export const identifiersOf = async (context: Context, ref: string): Promise<string[]> =>
  namesOf(ref, await accountOf(context, ref))

/** The loyalty customer of a number or a `CLI_` identifier. None, while loyalty cannot tell. */
export async function loyaltyCustomerOf(context: Context, id: number | string) {
  const asked = context.peers.ask(getClientPrivately, { params: { id }, expect: [404] })
  const answer = await unlessAway(context, 'Loyalty cannot say who a customer is', asked)
  return answer?.status === 200 ? answer.body : undefined
}

/**
 * Whether loyalty knows the number as one of the customer's, and the customer has proven the address that it goes by. No,
 * while it cannot tell.
 */
export async function isLoyaltyNumberOf(context: Context, number: number, names: readonly string[]) {
  const customer = await loyaltyCustomerOf(context, number)
  if (customer === undefined || !names.includes(customer.idClient)) return false
  return (await accountOf(context, customer.idClient))?.courrielProuve === true
}
