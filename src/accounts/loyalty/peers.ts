import { type Client, createClient, getClient, searchClients } from '../../loyalty/contract.ts'
import { Problem } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import type { Standing } from '../tables.ts'

type Peers = Accounts['peers']

/** A client as the answer to its creation contains it. */
export type LoyaltyClient = Omit<Client, 'createdAt' | 'updatedAt' | 'deletedAt'>

export type Person = { email: string; prenom: string; nom: string; idClient?: string }

export const standingOf = (client: LoyaltyClient): Standing => ({
  clientId: client.idClient,
  prenom: client.prenom,
  nom: client.nom,
  pointsFidelite: client.pointsFidelite ?? 0,
  niveauFidelisation: client.niveauFidelisation ?? 'Standard',
})

/** An external loyalty service may answer anything; an invalid customer counts as 503. */
function checked(client: LoyaltyClient | undefined): LoyaltyClient | undefined {
  if (client === undefined) return undefined
  const { idClient, nom, prenom } = client ?? {}
  if (idClient && typeof idClient === 'string' && typeof nom === 'string' && typeof prenom === 'string')
    return client
  throw new Problem(503, 'service-indisponible', 'The loyalty area gave an answer that is no customer')
}

/** The active loyalty customer of an e-mail. Looks itself, in case the other side does not filter. */
export async function clientByEmail(peers: Peers, email: string): Promise<LoyaltyClient | undefined> {
  const { body } = await peers.ask(searchClients, { query: { email, page: 1, limit: 10 } })
  return checked(body?.data?.find(({ adresseMail }) => adresseMail?.toLowerCase() === email.toLowerCase()))
}

export async function clientById(peers: Peers, id: string) {
  const { status, body } = await peers.ask(getClient, { params: { id }, expect: [404] })
  return status === 200 ? checked(body) : undefined
}

/**
 * The loyalty customer of this e-mail, created if there is none, under `idClient` where one is given. Undefined when
 * loyalty refuses, as it does for a customer that was deleted.
 */
export async function findOrCreateClient({ peers, log }: Accounts, person: Person) {
  const found = await clientByEmail(peers, person.email)
  if (found) return found
  const { status, body } = await askToCreate(peers, person)
  if (status === 201) return checked(body)
  // Somebody else may have created it in between.
  const client = status === 409 ? await clientByEmail(peers, person.email) : undefined
  if (!client) log.warn('Loyalty refused a customer; the account goes on with an identifier of its own')
  return client
}

/** Creates a loyalty customer unless the e-mail has one; 201, 400 or 409. */
export const askToCreate = (peers: Peers, { email, prenom, nom, idClient }: Person) =>
  peers.ask(createClient, {
    body: { prenom, nom, adresseMail: email, ...(idClient && { idClient }) },
    expect: [400, 409],
  })
