import { type Client, createClient, getClient, searchClients } from '../../loyalty/contract.ts'
import { Problem } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import type { LoyaltyProfile } from '../tables.ts'

type Peers = Accounts['peers']

/** A loyalty customer without the timestamps, which the response to its creation omits. */
export type LoyaltyClient = Omit<Client, 'createdAt' | 'updatedAt' | 'deletedAt'>

export type Person = { email: string; prenom: string; nom: string; idClient?: string }

export const loyaltyProfileOf = (client: LoyaltyClient): LoyaltyProfile => ({
  clientId: client.idClient,
  prenom: client.prenom,
  nom: client.nom,
  pointsFidelite: client.pointsFidelite ?? 0,
  niveauFidelisation: client.niveauFidelisation ?? 'Standard',
})

/** Throws 503 for a customer with an empty identifier, which the response schema permits. */
function validated(client: LoyaltyClient | undefined): LoyaltyClient | undefined {
  if (client === undefined || client.idClient) return client
  throw new Problem(503, 'service-indisponible', 'The loyalty area answered without a valid customer')
}

/**
 * Returns the active loyalty customer of an e-mail; undefined without one. Compares the addresses here too, in case an
 * external service does not filter. Throws 503 while loyalty is unavailable.
 */
export async function findClientByEmail(peers: Peers, email: string): Promise<LoyaltyClient | undefined> {
  const { body } = await peers.ask(searchClients, { query: { email, page: 1, limit: 10 } })
  return validated(body?.data?.find(({ adresseMail }) => adresseMail?.toLowerCase() === email.toLowerCase()))
}

export async function findClientById(peers: Peers, id: string) {
  const { status, body } = await peers.ask(getClient, { params: { id }, expect: [404] })
  return status === 200 ? validated(body) : undefined
}

/**
 * Returns the loyalty customer of the person's e-mail. Creates one if there is none, with `idClient` unless loyalty
 * replaces it. Returns undefined if loyalty refuses, as for a deleted customer. Throws 503 while it is unavailable.
 */
export async function findOrCreateClient({ peers, log }: Accounts, person: Person) {
  const found = await findClientByEmail(peers, person.email)
  if (found) return found
  const { status, body } = await createLoyaltyClient(peers, person)
  if (status === 201) return validated(body)
  // A concurrent call may have created the customer.
  const client = status === 409 ? await findClientByEmail(peers, person.email) : undefined
  if (!client) log.warn('Loyalty rejected a customer; the account uses a separate identifier')
  return client
}

/**
 * Creates a loyalty customer unless the e-mail has one. Returns a response with status 201, 400 or 409; other answers
 * throw 503.
 */
export const createLoyaltyClient = (peers: Peers, { email, prenom, nom, idClient }: Person) =>
  peers.ask(createClient, {
    body: { prenom, nom, adresseMail: email, ...(idClient && { idClient }) },
    expect: [400, 409],
  })
