import type { FastifyRequest } from 'fastify'
import { SPEAKS_FOR_CUSTOMERS } from '../accounts/contract.ts'
import { allowOnlyOwner, type Caller } from '../platform/http/caller.ts'
import { Problem } from '../platform/problem.ts'
import { GUEST } from './contract.ts'
import { findCustomer, isLoyaltyCustomer, type OrdersPlatform } from './peers.ts'
import type { PromotionIndex } from './pricing/basket.ts'
import { getOrder } from './store/orders.ts'

/** The customer of a basket or an order. */
export type Customer = {
  /** The identifier used in messages. */
  clientId: string
  /** The names that a promotion may target, as far as `given` reveals them: empty for an unproven customer. */
  clientIds: string[]
  /** Whether `given` is the id of an account, so that every name is known. */
  account: boolean
  /** Whether the caller is this customer or speaks for them. */
  proven: boolean
}

const isAccountId = (ref: string) => /^\d+$/.test(ref)
export const isGuest = (clientId: string) => clientId.startsWith(GUEST)

/**
 * The customer for an identifier, with the details that the caller may use. Digits are an account's id and are
 * replaced by the account's `CLI_` identifier in every message. Any other identifier, even an unknown one, is used as
 * it is.
 */
export async function findBuyer({ peers }: OrdersPlatform, caller: Caller, given: string): Promise<Customer> {
  if (caller.guarded && isGuest(given))
    return { clientId: given, clientIds: [], proven: false, account: false }
  const [customer, proven] = await Promise.all([
    isAccountId(given) ? findCustomer(peers, given) : undefined,
    caller.proves(given),
  ])
  const { clientId, clientIds } = customer ?? {
    clientId: given,
    clientIds: isAccountId(given) ? [] : [given],
  }
  return { clientId, clientIds: proven ? clientIds : [], proven, account: customer !== undefined }
}

/**
 * Like `findBuyer`, for placing an order. A caller who speaks for customers gets 422 for an unknown identifier. For
 * other callers it is accepted as an unproven claim, so that the answer does not reveal which identifiers exist.
 */
export async function findOrderer(
  platform: OrdersPlatform,
  caller: Caller,
  given: string,
): Promise<Customer> {
  const speaks = caller.guarded && caller.may(...SPEAKS_FOR_CUSTOMERS)
  const [buyer, known] = await Promise.all([
    findBuyer(platform, caller, given),
    !speaks || isGuest(given) || isAccountId(given) || customerExists(platform, given),
  ])
  if (!known || (speaks && isAccountId(given) && !buyer.account))
    throw new Problem(422, 'client-inconnu', `Customer ${given} not found`)
  return buyer
}

/** Whether an account or a loyalty customer has the identifier. Only accounts is queried when loyalty is not configured. */
async function customerExists({ peers }: OrdersPlatform, clientId: string) {
  if (await findCustomer(peers, clientId)) return true
  return peers.knows('loyalty') && (await isLoyaltyCustomer(peers, clientId))
}

/** The customer of an anonymous basket. */
export const anonymous: Customer = { clientId: '', clientIds: [], account: false, proven: false }

/**
 * Every name under which a promotion may target the customer, including former identifiers of the account. Accounts
 * is queried only when some promotion targets customers.
 */
export async function targetedNames(
  { peers }: OrdersPlatform,
  { clientId, clientIds, account }: Customer,
  { personal }: PromotionIndex,
): Promise<readonly string[]> {
  if (account || clientIds.length === 0 || personal.size === 0 || isGuest(clientId)) return clientIds
  const customer = await findCustomer(peers, clientId)
  return customer ? [...clientIds, ...customer.clientIds] : clientIds
}

/**
 * Returns an order to its own customer, a caller with a right of the route, or the holder of the link in its mail:
 * the order's id alone is not enough (401, 403). 404 for an unknown order.
 */
export async function allowOnlyCustomer(
  { db }: Pick<OrdersPlatform, 'db'>,
  request: FastifyRequest,
  ordreId: string,
) {
  const order = await getOrder(db, ordreId)
  // An unproven order has no owner: the named customer may not have placed it.
  await allowOnlyOwner(request, order.prouve ? order.clientId : '')
  return order
}
