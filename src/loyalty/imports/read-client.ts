import { tidy } from '../../platform/http/bodies.ts'
import { Problem } from '../../platform/problem.ts'
import { faultsOf, fieldsOf } from '../clients/validate.ts'
import type { NewClient } from '../schemas.ts'
import { RefusedClient } from './client-report.ts'

/** The customer that an element of an import makes, or all that is wrong with it, in French. */
export function readClient(element: unknown, today: string): NewClient | RefusedClient {
  const { adresseMail, idClient } = (element ?? {}) as Partial<Record<string, unknown>>
  const faults: string[] = []
  try {
    tidy(element, undefined, 'client')
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    faults.push(error.message)
  }
  if (idClient !== undefined && idClient !== null)
    faults.push('idClient ne doit pas être fourni : il est attribué par le serveur')
  if (faults.length === 0 || typeof element !== 'object') faults.push(...faultsOf(element, today))
  return faults.length === 0 ? fieldsOf(element) : new RefusedClient(adresseMail, faults.join(' ; '))
}
