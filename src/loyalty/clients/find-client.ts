import type { Database } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import type { Client } from '../schemas.ts'
import { findById, findByIdentifier, findIdentifiers } from './store.ts'

const isNumber = (ref: string) => /^\d{1,15}$/.test(ref)

export const unknownClient = (ref: string) =>
  new Problem(404, 'client-inconnu', `Client with id ${ref} not found`)

/** Returns the active customer with a numeric id or `CLI_` identifier. Throws 404 if there is none. */
export async function findClient(db: Database, ref: string): Promise<Client> {
  const client = await (isNumber(ref) ? findById(db, Number(ref)) : findByIdentifier(db, ref))
  if (!client) throw unknownClient(ref)
  return client
}

const MAX_REFS = 200

/**
 * Returns the active customers with these numeric ids and `CLI_` identifiers (comma-separated), each with the reference
 * that found it. Throws 400 for no or more than 200 references.
 */
export async function findClients(db: Database, refs: string) {
  const requested = [...new Set(refs.split(',').map(ref => ref.trim()))].filter(ref => ref !== '')
  if (requested.length === 0 || requested.length > MAX_REFS)
    throw new Problem(400, 'requete-invalide', `refs must contain 1 to ${MAX_REFS} identifiers`)
  const found = await findIdentifiers(
    db,
    requested.filter(isNumber).map(Number),
    requested.filter(ref => !isNumber(ref)),
  )
  const byRef = new Map(
    found.flatMap(client => [[String(client.id), client] as const, [client.idClient, client]]),
  )
  return requested.flatMap(ref => {
    const client = byRef.get(isNumber(ref) ? String(Number(ref)) : ref)
    return client ? [{ ref, ...client }] : []
  })
}
