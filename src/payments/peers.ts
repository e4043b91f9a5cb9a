import { findMailRecipient, readAccount } from '../accounts/contract.ts'
import { getClientPrivately } from '../loyalty/contract.ts'
import { getOrderSummary, beginPayment as operation } from '../orders/contract.ts'
import { type Caller, requireCustomer } from '../platform/http/caller.ts'
import { eurosOf } from '../platform/money.ts'
import { Problem } from '../platform/problem.ts'
import type { Context } from './context.ts'
import type { Owners, Transaction } from './tables.ts'

type PaymentStart = {
  orderId: string
  montantCents: number
  devise: string
  etape: 'lien' | 'paiement'
  /** Whether the caller gave the amount in cents: an error states the expected amount in the same unit. */
  inCents?: boolean
}

/**
 * Notifies orders that a payment or a link begins; orders checks amount and currency and extends the reservation of
 * the goods. Returns undefined for an order that orders does not know. Throws the 409 and 422 of orders, and 503 while
 * orders is unavailable.
 */
export async function beginPayment(
  { peers }: Context,
  { orderId, montantCents, devise, etape, inCents = false }: PaymentStart,
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

/** Returns an order; undefined for one that orders does not know. */
export async function findOrder({ peers }: Context, ordreId: string) {
  const { status, body } = await peers.ask(getOrderSummary, { params: { ordreId }, expect: [404] })
  return status === 200 ? body : undefined
}

/** Returns the stores that serve an order or hand it over; none for an unknown order. */
export const listStoresOfOrder = async (context: Context, ordreId: string) =>
  (await findOrder(context, ordreId))?.magasins ?? []

/** Returns the result of a call. If it fails, logs that at debug level and returns undefined. */
const unlessUnavailable = <T>({ log }: Context, missing: string, asked: Promise<T>) =>
  asked.catch(error => {
    log.debug({ err: error }, missing)
    return undefined
  })

/** Returns the account with an id or identifier; undefined if it is unknown or accounts is unavailable. */
export async function findAccount(context: Context, ref: string) {
  const missing = 'The other identifiers of a customer could not be read from accounts'
  const asked = context.peers.ask(readAccount, { params: { ref }, expect: [404] })
  const answer = await unlessUnavailable(context, missing, asked)
  return answer?.status === 200 ? answer.body : undefined
}

/**
 * Returns the masked e-mail address that receives the receipt; undefined if none is known or accounts is unavailable.
 */
export async function findReceiptAddress(context: Context, { orderId, clientId, prouve }: Transaction) {
  if (orderId === null && clientId === null) return undefined
  const query = { ...(orderId && { ordreId: orderId }), ...(clientId && { client: clientId }), prouve }
  const asked = context.peers.ask(findMailRecipient, { query })
  return (
    (await unlessUnavailable(context, 'The address of a receipt could not be read from accounts', asked))
      ?.body.adresse ?? undefined
  )
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Returns all identifiers of an account, the current one first; only `ref` without an account. */
export const namesOf = (ref: string, account: Account | undefined) =>
  account ? [...new Set([...account.clientIds, String(account.userId), ref])] : [ref]

/**
 * Returns every identifier that the customer's transactions may carry; only `ref` if no account has it or accounts is
 * unavailable.
 */
export const listIdentifiers = async (context: Context, ref: string): Promise<string[]> =>
  namesOf(ref, await findAccount(context, ref))

/** Returns the loyalty customer with a number or `CLI_` identifier; undefined if unknown or loyalty is unavailable. */
export async function findLoyaltyCustomer(context: Context, id: number | string) {
  const asked = context.peers.ask(getClientPrivately, { params: { id }, expect: [404] })
  const answer = await unlessUnavailable(context, 'A customer could not be read from loyalty', asked)
  return answer?.status === 200 ? answer.body : undefined
}

/**
 * Returns the identifiers of the signed-in customer. Throws 401 without one, and 503 while accounts or a configured loyalty
 * is unavailable: a list without some cards would look complete.
 */
export async function getOwnersOf({ peers }: Context, caller: Caller): Promise<Owners> {
  const [userId = ''] = (await requireCustomer(caller)).names
  const { body: account } = await peers.ask(readAccount, { params: { ref: userId } })
  const clientIds = namesOf(userId, account)
  // The loyalty customer of an unproven e-mail address may be a different person.
  if (!account.courrielProuve || !peers.knows('loyalty')) return { clientFideliseId: null, clientIds }
  const params = { id: account.clientId }
  const { status, body } = await peers.ask(getClientPrivately, { params, expect: [404] })
  return { clientFideliseId: status === 200 ? body.id : null, clientIds }
}

/**
 * Whether the loyalty number belongs to a customer with one of these names, whose account has a proven e-mail address.
 * False while loyalty or accounts is unavailable.
 */
export async function ownsLoyaltyNumber(context: Context, number: number, names: readonly string[]) {
  const customer = await findLoyaltyCustomer(context, number)
  if (customer === undefined || !names.includes(customer.idClient)) return false
  return (await findAccount(context, customer.idClient))?.courrielProuve === true
}
