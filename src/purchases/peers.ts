import { readAccount } from '../accounts/contract.ts'
import type { Platform } from '../platform/area.ts'
import type { Peer } from '../platform/peers.ts'
import { clientRef } from './schemas.ts'

type Peers = Platform<'loyalty' | 'accounts'>['peers']

/** The identifiers of a loyalty customer: the number that history rows carry, and the public one. */
export type Client = { id: number; idClient: string }

const wellFormed = new RegExp(clientRef.pattern)
const isWellFormed = (ref: string) => ref.length <= clientRef.maxLength && wellFormed.test(ref)

/** A loyalty customer by numeric id or `CLI_` identifier. Throws 503 while loyalty is away. */
export const clientOfLoyalty = async (loyalty: Peer, ref: string): Promise<Client | undefined> =>
  isWellFormed(ref) ? loyalty.get<Client>(`/api/privee/clients/${ref}`) : undefined

/**
 * Like clientOfLoyalty; an identifier that loyalty does not know may be one that an account had before loyalty gave it
 * another, so accounts is asked then.
 */
export async function clientByAnyIdentifier(peers: Peers, ref: string): Promise<Client | undefined> {
  const client = await clientOfLoyalty(peers.loyalty, ref)
  if (client || !/^CLI_\w+$/.test(ref)) return client
  return clientOfAccount(peers, ref)
}

/** Refs that one call asks for; loyalty answers no more at once. */
const MOST_REFS = 200

/** The loyalty customers of these numeric ids and `CLI_` identifiers, by what was asked. Throws 503 while loyalty is away. */
export async function clientsOf(loyalty: Peer, refs: readonly string[]): Promise<Map<string, Client>> {
  const asked = [...new Set(refs)].filter(isWellFormed)
  const calls: Promise<(Client & { ref: string })[] | undefined>[] = []
  for (let i = 0; i < asked.length; i += MOST_REFS)
    calls.push(loyalty.get(`/api/v1/privee/clients?refs=${asked.slice(i, i + MOST_REFS).join(',')}`))
  return new Map(
    (await Promise.all(calls)).flatMap(found => (found ?? []).map(client => [client.ref, client])),
  )
}

const isNumber = (ref: string) => /^\d+$/.test(ref)

/** The customers that orders name: by an identifier, or by digits, which are an account's id and no number of loyalty. */
export async function clientsOfOrders(peers: Peers, refs: readonly string[]): Promise<Map<string, Client>> {
  const clients = await clientsOf(
    peers.loyalty,
    refs.filter(ref => !isNumber(ref)),
  )
  for (const ref of new Set(refs)) {
    if (clients.has(ref) || !/^(CLI_\w+|\d+)$/.test(ref)) continue
    const client = await clientOfAccount(peers, ref)
    if (client) clients.set(ref, client)
  }
  return clients
}

async function clientOfAccount(peers: Peers, ref: string) {
  const { status, body } = await peers.ask(readAccount, { params: { ref }, expect: [404] })
  return status === 200 ? clientOfLoyalty(peers.loyalty, body.clientId) : undefined
}
