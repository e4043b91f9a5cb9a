import type { Readable } from 'node:stream'
import type { Platform } from '../../platform/area.ts'
import { today } from '../../platform/clock.ts'
import { normalizeTexts } from '../../platform/http/bodies.ts'
import type { Import } from '../../platform/imports/import.ts'
import { importFile } from '../../platform/imports/import-file.ts'
import { createImportRoute } from '../../platform/imports/import-route.ts'
import { Problem, problems } from '../../platform/problem.ts'
import { fieldsOf, findClientErrors } from '../clients/validate.ts'
import { ClientImport, ImportAnswer, NewClient, ValidationProblem } from '../schemas.ts'
import { createClientReport, RefusedClient, type UpsertedClient } from './client-report.ts'
import { upsertClients } from './upsert-clients.ts'

/**
 * Converts an element of an import to a customer, or to its errors. Errors are in French, except those about text that
 * cannot be stored.
 */
function readClient(element: unknown, today: string): NewClient | RefusedClient {
  const { adresseMail, idClient } = (element ?? {}) as Partial<Record<string, unknown>>
  const errors: string[] = []
  try {
    normalizeTexts(element, undefined, 'client')
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    errors.push(error.message)
  }
  if (idClient !== undefined && idClient !== null)
    errors.push('idClient ne doit pas être fourni : il est attribué par le serveur')
  if (errors.length === 0 || typeof element !== 'object') errors.push(...findClientErrors(element, today))
  return errors.length === 0 ? fieldsOf(element) : new RefusedClient(adresseMail, errors.join(' ; '))
}

/** Customers per transaction: enough for few round trips, and few enough that row locks stay short. */
export const BATCH = 500

/**
 * Defines the import of customers from a body `{clients: [...]}` or a CSV file: new ones are created, existing ones (by
 * e-mail) updated, deleted ones reactivated, and invalid ones reported without stopping the others.
 */
const clientImport = ({ clock }: Platform<never>): Import<NewClient, UpsertedClient, Readable> => ({
  batch: BATCH,
  transaction: 'each batch',
  shape: NewClient,
  headers: { adresseMail: ['Email'] },
  member: {
    name: 'clients',
    missing: new Problem(400, 'requete-invalide', ['clients est obligatoire et doit être un tableau']),
  },
  open: () => {
    const day = today(clock)
    return {
      read: element => readClient(element, day),
      store: (tx, clients, now) => upsertClients(tx, clients, now, day),
    }
  },
  report: createClientReport,
})

export const createClientImportRoute = (platform: Platform<never>) =>
  createImportRoute({
    path: '/api/privee/clients/import',
    access: 'internal',
    rights: ['admin'],
    operationId: 'importClients',
    summary: 'Import loyalty customers',
    description:
      'Creates, updates or reactivates the customer of each e-mail address. Customers with errors are reported and do not prevent the others; a file has at most 50 MiB.',
    sent: { body: ClientImport },
    status: 201,
    response: { 201: ImportAnswer, 400: ValidationProblem, ...problems(413, 415) },
    run: (file, options) => importFile(platform, file, clientImport(platform), options),
  })
