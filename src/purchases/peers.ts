import type { Peer } from '../platform/peers.ts'
import { clientRef } from './schemas.ts'

type Peers = Record<'loyalty' | 'accounts', Peer>

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

/** The customer that an order names: by an identifier, or by digits, which are an account's id and no number of loyalty. */
export const clientOfOrder = (peers: Peers, ref: string) =>
  /^\d+$/.test(ref) ? clientOfAccount(peers, ref) : clientByAnyIdentifier(peers, ref)

async function clientOfAccount({ accounts, loyalty }: Peers, ref: string) {
  const account = await accounts.get<{ clientId: string }>(`/api/v1/privee/comptes/${ref}`)
  return account && clientOfLoyalty(loyalty, account.clientId)
}
