import type { FastifyRequest } from 'fastify'
import { RIGHTS_TO_ACT_FOR_CUSTOMERS } from '../accounts/contract.ts'
import { allowOnlyOwner, type Caller } from '../platform/http/caller.ts'
import { allowOnlyStores } from '../platform/http/stores.ts'
import { Problem } from '../platform/problem.ts'
import { GUEST_PREFIX } from './contract.ts'
import { findCustomer, isLoyaltyCustomer, type OrdersPlatform } from './peers.ts'
import type { PromotionIndex } from './pricing/basket.ts'
import { getOrder } from './store/orders.ts'

/** The request of a caller who names a customer. */
export type OrderingCaller = Pick<FastifyRequest, 'caller' | 'ip'>

/** The customer of a basket or an order. */
export type Customer = {
  /** The identifier used in messages. */
  clientId: string
  /** The known identifiers that a promotion may target; empty for an unproven customer. */
  clientIds: string[]
  /** Whether the customer was found by an account id, which yields all identifiers of the account. */
  account: boolean
  /**
   * Whether the caller is this customer or may act for them. While API keys are configured, a guest is never proven.
   */
  proven: boolean
}

const isAccountId = (ref: string) => /^\d+$/.test(ref)
export const isGuest = (clientId: string) => clientId.startsWith(GUEST_PREFIX)

/**
 * Returns the customer for an identifier, with the details that the caller may use. Digits are an account's id and
 * become the account's `CLI_` identifier. Any other identifier, and the id of an unknown account, is used as it is.
 * Throws 401 if the customer must be proven by the caller's bearer token and the token is invalid.
 */
export async function resolveCustomer(
  { peers }: OrdersPlatform,
  caller: Caller,
  given: string,
): Promise<Customer> {
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
 * Like `resolveCustomer`, for placing an order. While API keys are configured, a caller who may act for customers gets
 * 422 for an unknown identifier, unless it is a guest's. Other callers do not, because the error would reveal which
 * identifiers exist.
 */
export async function resolveOrderingCustomer(
  platform: OrdersPlatform,
  caller: Caller,
  given: string,
): Promise<Customer> {
  const speaks = caller.guarded && caller.may(...RIGHTS_TO_ACT_FOR_CUSTOMERS)
  const [buyer, known] = await Promise.all([
    resolveCustomer(platform, caller, given),
    !speaks || isGuest(given) || isAccountId(given) || customerExists(platform, given),
  ])
  if (!known || (speaks && isAccountId(given) && !buyer.account))
    throw new Problem(422, 'client-inconnu', `Customer ${given} not found`)
  return buyer
}

/**
 * Whether an account or a loyalty customer has the identifier. Loyalty is queried only if it is configured and no
 * account has the identifier.
 */
async function customerExists({ peers }: OrdersPlatform, clientId: string) {
  if (await findCustomer(peers, clientId)) return true
  return peers.knows('loyalty') && (await isLoyaltyCustomer(peers, clientId))
}

/** The customer of a basket without `idClient`. */
export const anonymousCustomer: Customer = { clientId: '', clientIds: [], account: false, proven: false }

/**
 * Returns the identifiers under which a promotion may target the customer, including former identifiers of their
 * account; none for an unproven customer. Accounts is queried only if some promotion targets individual customers, the
 * account is not known yet and the customer is not a guest.
 */
export async function findTargetedNames(
  { peers }: OrdersPlatform,
  { clientId, clientIds, account }: Customer,
  { personal }: PromotionIndex,
): Promise<readonly string[]> {
  if (account || clientIds.length === 0 || personal.size === 0 || isGuest(clientId)) return clientIds
  const customer = await findCustomer(peers, clientId)
  return customer ? [...clientIds, ...customer.clientIds] : clientIds
}

/**
 * Returns all identifiers of a proven customer who exists; undefined for any other customer, and for a guest. Unlike a
 * key, which proves any customer, it asks accounts and, if it is configured, loyalty.
 */
export async function findProvenNames(
  { peers }: OrdersPlatform,
  { clientId, clientIds, account, proven }: Customer,
): Promise<readonly string[] | undefined> {
  if (!proven || clientIds.length === 0 || isGuest(clientId)) return undefined
  if (account) return clientIds
  const customer = await findCustomer(peers, clientId)
  if (customer) return [...clientIds, ...customer.clientIds]
  const isLoyal = peers.knows('loyalty') && (await isLoyaltyCustomer(peers, clientId))
  return isLoyal ? clientIds : undefined
}

/**
 * Returns an order to its own customer, a caller with a right of the route, or the holder of a signed link to it.
 * Throws 404 for an unknown order, and 401 or 403 for other callers, because the order's id alone is not enough, and for
 * callers limited to other stores.
 */
export async function getOrderForCaller(
  { db }: Pick<OrdersPlatform, 'db'>,
  request: FastifyRequest,
  ordreId: string,
) {
  const order = await getOrder(db, ordreId)
  // An unproven order has no owner: the named customer may not have placed it.
  await allowOnlyOwner(request, order.prouve ? order.clientId : '')
  allowOnlyStores(request, order.magasins)
  return order
}
