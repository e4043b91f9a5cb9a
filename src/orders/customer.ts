import type { FastifyRequest } from 'fastify'
import { SPEAKS_FOR_CUSTOMERS } from '../accounts/contract.ts'
import { allowOnlyOwner, type Caller } from '../platform/http/caller.ts'
import { Problem } from '../platform/problem.ts'
import { GUEST } from './contract.ts'
import { findCustomer, isLoyaltyCustomer, type OrdersPlatform } from './peers.ts'
import type { PromotionIndex } from './pricing/basket.ts'
import { getOrder } from './store/orders.ts'

/** For whom a basket or an order is. */
export type Customer = {
  /** The identifier that messages carry. */
  clientId: string
  /** The names that a promotion may target, as far as `given` told them: none of a customer who is merely named. */
  clientIds: string[]
  /** Whether `given` is the id of an account, which has told every name. */
  account: boolean
  /** Whether the caller is this customer or speaks for them. */
  proven: boolean
}

const isAccountId = (ref: string) => /^\d+$/.test(ref)
export const isGuest = (clientId: string) => clientId.startsWith(GUEST)

/**
 * The customer behind an identifier, with what the caller may have of them. Digits are an account's id, and its `CLI_`
 * identifier goes into every message; any other identifier stands for itself, and so does one that nobody has.
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
 * The same for an order. Who speaks for customers is told (422) when nobody has the identifier. From anybody else it is taken
 * as a claim on nobody: identifiers cannot be counted by it.
 */
export async function findOrderer(
  platform: OrdersPlatform,
  caller: Caller,
  given: string,
): Promise<Customer> {
  const speaks = caller.guarded && caller.may(...SPEAKS_FOR_CUSTOMERS)
  const [buyer, known] = await Promise.all([
    findBuyer(platform, caller, given),
    !speaks || isGuest(given) || isAccountId(given) || isSomebody(platform, given),
  ])
  if (!known || (speaks && isAccountId(given) && !buyer.account))
    throw new Problem(422, 'client-inconnu', `There is no customer ${given}`)
  return buyer
}

/** Whether an account or a loyalty customer has the identifier. Where loyalty is not known, accounts alone says. */
async function isSomebody({ peers }: OrdersPlatform, clientId: string) {
  if (await findCustomer(peers, clientId)) return true
  return peers.knows('loyalty') && (await isLoyaltyCustomer(peers, clientId))
}

/** A basket for nobody in particular. */
export const anybody: Customer = { clientId: '', clientIds: [], account: false, proven: false }

/**
 * Every name under which a promotion may target the customer: an account that is named by one of its identifiers has former
 * ones too. Accounts is asked only where promotions target customers at all.
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
 * An order for its own customer, a caller with a right of the route, or who has the link of its mail: its id alone is not
 * enough (401, 403). 404 when there is no such order.
 */
export async function allowOnlyCustomer(
  { db }: Pick<OrdersPlatform, 'db'>,
  request: FastifyRequest,
  ordreId: string,
) {
  const order = await getOrder(db, ordreId)
  // An order on a claim is nobody's: whom it names has not placed it.
  await allowOnlyOwner(request, order.prouve ? order.clientId : '')
  return order
}
