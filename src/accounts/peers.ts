import { Problem } from '../platform/http/problem.ts'
import type { Peer } from '../platform/peers.ts'
import type { Standing } from './tables.ts'

export type LoyaltyClient = {
  idClient: string
  nom: string
  prenom: string
  adresseMail: string
  telephone: string | null
  adresse: string | null
  pointsFidelite: number | null
  niveauFidelisation: string | null
}

export type Person = { email: string; prenom: string; nom: string; idClient?: string }

export const standingOf = (client: LoyaltyClient): Standing => ({
  clientId: client.idClient,
  prenom: client.prenom,
  nom: client.nom,
  pointsFidelite: client.pointsFidelite ?? 0,
  niveauFidelisation: client.niveauFidelisation ?? 'Standard',
})

/** A loyalty service of somebody else's may answer anything; what is no customer counts as no answer. */
function checked(client: LoyaltyClient | undefined): LoyaltyClient | undefined {
  if (client === undefined) return undefined
  const { idClient, nom, prenom } = client ?? {}
  if (idClient && typeof idClient === 'string' && typeof nom === 'string' && typeof prenom === 'string')
    return client
  throw new Problem(503, 'The loyalty area gave an answer that is no customer')
}

/** The active loyalty customer of an e-mail. Looks itself, in case the other side does not filter. */
export async function clientByEmail(loyalty: Peer, email: string): Promise<LoyaltyClient | undefined> {
  const url = `/api/publique/clients?email=${encodeURIComponent(email)}`
  const page = await loyalty.get<{ data: LoyaltyClient[] }>(url)
  return checked(page?.data?.find(({ adresseMail }) => adresseMail?.toLowerCase() === email.toLowerCase()))
}

export const clientById = async (loyalty: Peer, clientId: string) =>
  checked(await loyalty.get<LoyaltyClient>(`/api/publique/clients/${encodeURIComponent(clientId)}`))

/**
 * The loyalty customer of this e-mail, created if there is none, under `idClient` where one is given. Undefined when
 * loyalty refuses, as it does for a customer that was deleted.
 */
export async function findOrCreateClient(loyalty: Peer, person: Person): Promise<LoyaltyClient | undefined> {
  const { email, prenom, nom, idClient } = person
  const found = await clientByEmail(loyalty, email)
  if (found) return found
  const created = await loyalty.call<LoyaltyClient>('POST', '/api/publique/clients', {
    body: { prenom, nom, adresseMail: email, ...(idClient && { idClient }) },
    // Where the answer to the first try was lost, the next one is told that the e-mail is taken.
    repeatable: true,
  })
  if (created.status === 201) return checked(created.body)
  // Somebody else may have created it in between.
  return created.status === 409 ? clientByEmail(loyalty, email) : undefined
}
