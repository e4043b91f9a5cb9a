import { readAccount, readLoyaltyIdentifier } from '../accounts/contract.ts'
import { findClients, getClientPrivately } from '../loyalty/contract.ts'
import type { Platform } from '../platform/area.ts'
import type { Customer } from '../platform/http/caller.ts'
import { clientRef } from './schemas.ts'

export type PurchasesPlatform = Platform<'loyalty' | 'accounts'>

type Peers = PurchasesPlatform['peers']

/**
 * The identifiers of a loyalty customer: the numeric id, which history rows store, and the public `CLI_` identifier.
 */
export type Client = { id: number; idClient: string }

const wellFormed = new RegExp(clientRef.pattern)
const isWellFormed = (ref: string) => ref.length <= clientRef.maxLength && wellFormed.test(ref)

/**
 * Finds a loyalty customer by numeric id or `CLI_` identifier. Returns undefined for an unknown or malformed one.
 * Throws 503 while loyalty is unavailable.
 */
export async function findLoyaltyClient(peers: Peers, ref: string): Promise<Client | undefined> {
  if (!isWellFormed(ref)) return undefined
  const { status, body } = await peers.ask(getClientPrivately, { params: { id: ref }, expect: [404] })
  return status === 200 ? body : undefined
}

/**
 * Like `findLoyaltyClient`, but also asks accounts for a `CLI_` identifier that loyalty does not know, because it may
 * be an earlier identifier of an account. Throws 503 while accounts is unavailable, too.
 */
export async function findClientByAnyIdentifier(peers: Peers, ref: string): Promise<Client | undefined> {
  const client = await findLoyaltyClient(peers, ref)
  if (client || !/^CLI_\w+$/.test(ref)) return client
  const { status, body } = await peers.ask(readAccount, { params: { ref }, expect: [404] })
  return status === 200 ? findLoyaltyClient(peers, body.clientId) : undefined
}

/** The maximum number of references that loyalty accepts per call. */
const MAX_REFS = 200

/**
 * Returns the loyalty customers with these numeric ids and `CLI_` identifiers, by reference. Throws 503 while loyalty
 * is unavailable.
 */
export async function findLoyaltyClients(
  peers: Peers,
  refs: readonly string[],
): Promise<Map<string, Client>> {
  const unique = [...new Set(refs)].filter(isWellFormed)
  const lists = Array.from({ length: Math.ceil(unique.length / MAX_REFS) }, (_, i) =>
    unique.slice(i * MAX_REFS, (i + 1) * MAX_REFS),
  )
  const answers = await Promise.all(
    lists.map(list => peers.ask(findClients, { query: { refs: list.join(',') } })),
  )
  return new Map(answers.flatMap(({ body }) => body.map(client => [client.ref, client])))
}

export const isNumber = (ref: string) => /^\d+$/.test(ref)

/**
 * Returns the customers of orders by the reference in the order: a `CLI_` identifier, or digits, which here are an
 * account's id and never a loyalty number. Unknown references are absent. Throws 503 while loyalty or accounts is
 * unavailable.
 */
export async function findClientsOfOrders(
  peers: Peers,
  refs: readonly string[],
): Promise<Map<string, Client>> {
  const identifiers = refs.filter(ref => !isNumber(ref))
  const clients = await findLoyaltyClients(peers, identifiers)
  for (const ref of new Set(refs)) {
    if (clients.has(ref) || !/^(CLI_\w+|\d+)$/.test(ref)) continue
    const client = await findCreditedClient(peers, ref)
    if (client) clients.set(ref, client)
  }
  return clients
}

/**
 * Finds the loyalty customer to whom the purchases of an account are credited: the one with the account's e-mail
 * address, even before the address is proven. Returns undefined if the account or the customer does not exist.
 */
export async function findCreditedClient(peers: Peers, ref: string) {
  const { status, body } = await peers.ask(readLoyaltyIdentifier, { params: { ref }, expect: [404] })
  return status === 200 ? findLoyaltyClient(peers, body.clientId) : undefined
}

/** Whether a signed-in customer has proven their e-mail address. */
export async function hasProvenEmail(peers: Peers, { names: [own = ''] }: Customer) {
  const { status, body } = await peers.ask(readAccount, { params: { ref: own }, expect: [404] })
  return status === 200 && body.courrielProuve
}
