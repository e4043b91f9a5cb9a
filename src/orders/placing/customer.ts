import type { Caller } from '../../platform/http/caller.ts'
import { Problem } from '../../platform/http/problem.ts'
import { findCustomer, type OrdersPlatform } from '../peers.ts'

/** The identifier that messages carry, and every one that the customer's orders may carry. */
type Customer = { clientId: string; clientIds: string[] }

/**
 * The customer behind an identifier. Digits are an account's id, and its `CLI_` identifier goes into every message; any
 * other identifier stands for itself. An account that does not exist is 422 when keys are configured.
 */
export async function resolveCustomer(
  { peers }: OrdersPlatform,
  { guarded }: Caller,
  given: string,
): Promise<Customer> {
  if (!/^\d+$/.test(given)) return { clientId: given, clientIds: [given] }
  const customer = await findCustomer(peers, given)
  if (customer) return customer
  if (guarded) throw new Problem(422, `There is no customer account ${given}`)
  return { clientId: given, clientIds: [] }
}
