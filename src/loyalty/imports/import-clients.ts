import type { Readable } from 'node:stream'
import type { Platform } from '../../platform/area.ts'
import { today } from '../../platform/clock.ts'
import { normalizeTexts } from '../../platform/http/bodies.ts'
import {
  createLineReport,
  type Import,
  ImportAnswer,
  type Outcome,
  Refusal,
} from '../../platform/imports/import.ts'
import { importFile } from '../../platform/imports/import-file.ts'
import { createImportRoute } from '../../platform/imports/import-route.ts'
import { createValidator } from '../../platform/imports/line-validator.ts'
import { createImportRuns } from '../../platform/imports/runs/run-import.ts'
import { Problem, problems } from '../../platform/problem.ts'
import { lowercaseAddresses } from '../clients/store.ts'
import { fieldsOf, findClientErrors } from '../clients/validate.ts'
import {
  ClientImport,
  ClientLine,
  ImportAnswer as ImportedClients,
  NewClient,
  ValidationProblem,
} from '../schemas.ts'
import { createClientReport, RefusedClient, type UpsertedClient } from './client-report.ts'
import { upsert, upsertClients } from './upsert-clients.ts'

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

const EMAIL_HEADERS = { adresseMail: ['Email', 'Mail', 'Courriel', 'Adresse e-mail'] }

/** Customers per transaction: enough for few round trips, and few enough that row locks stay short. */
const BATCH = 500

/**
 * Defines the import of customers from a body `{clients: [...]}` or a CSV file: new ones are created, existing ones (by
 * e-mail) updated, deleted ones reactivated, and invalid ones reported without stopping the others.
 */
const clientImport = ({ clock }: Platform<never>): Import<NewClient, UpsertedClient, Readable> => ({
  batch: BATCH,
  transaction: 'each batch',
  shape: NewClient,
  headers: EMAIL_HEADERS,
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
    response: { 201: ImportedClients, 400: ValidationProblem, ...problems(413, 415) },
    run: (file, options) => importFile(platform, file, clientImport(platform), options),
  })

/** Limits the memory for the addresses of a file. */
const MAX_ADDRESSES = 500_000

const validate = createValidator(ClientLine, 'line')

function readLine(element: unknown, today: string): NewClient | Refusal {
  const error = validate(element)
  if (error !== undefined) return new Refusal(error)
  const client = fieldsOf(element)
  if ((client.anniversaire ?? '') > today) return new Refusal('anniversaire must not be in the future')
  return client
}

/** Returns the outcome of a stored line, with the former values of the fields that it changes. */
function outcomeOf({ client, before, outcome }: UpsertedClient): Outcome {
  if (!before) return 'created'
  const fields = Object.keys(ClientLine.properties) as (keyof typeof ClientLine.properties)[]
  const changed = fields.filter(name => client[name] !== before[name])
  if (changed.length === 0 && outcome === 'updated') return 'unchanged'
  return { before: Object.fromEntries(changed.map(name => [name, before[name]])) }
}

/**
 * The import of a file of customers. A line whose e-mail address an earlier line has is refused, because it would
 * silently overwrite that line; one that an existing customer has is refused too, unless the import updates.
 */
const clientFile = (
  { clock }: Pick<Platform, 'clock'>,
  updates: boolean,
): Import<NewClient, Outcome, ImportAnswer> => ({
  batch: BATCH,
  transaction: 'each batch',
  shape: ClientLine,
  headers: EMAIL_HEADERS,
  open: () => {
    const day = today(clock)
    const firstLines = new Map<string, number>()
    return {
      read: element => readLine(element, day),
      async store(tx, clients, now, lines) {
        const addresses = clients.map(({ adresseMail }) => adresseMail)
        const emails = await lowercaseAddresses(tx, addresses)
        for (const [i, email] of emails.entries())
          if (!firstLines.has(email) && firstLines.size < MAX_ADDRESSES) firstLines.set(email, lines[i] ?? 0)
        const isFirst = (email: string, i: number) => (firstLines.get(email) ?? lines[i]) === lines[i]
        const addressed = clients.map((client, i) => [emails[i] ?? '', client] as const)
        const own = addressed.filter(([email], i) => isFirst(email, i))
        const stored = await upsert(tx, new Map(own), now, day, updates)
        return emails.map((email, i) => {
          const taken = `Client with adresseMail ${addresses[i]} already exists`
          const result = stored.get(email)
          if (!result || !isFirst(email, i)) return new Refusal(`${taken}, on line ${firstLines.get(email)}`)
          if (result.outcome !== 'existing') return outcomeOf(result)
          const deleted = `adresseMail ${addresses[i]} is that of a deleted client; mode=upsert reactivates it`
          return new Refusal(result.client.deletedAt ? deleted : taken)
        })
      },
    }
  },
  report: () => createLineReport(updates),
})

export const createClientFileImports = (platform: Platform<never>) =>
  createImportRuns(
    platform,
    [
      {
        nature: 'clients',
        path: '/api/v1/privee/clients/import',
        access: 'internal',
        operationId: 'importClientFile',
        summary: 'Import loyalty customers from a file',
        description:
          'Imports a JSON array or CSV of customers, by e-mail address. With `mode=upsert`, a line changes the customer of its address, or reactivates a deleted one. Creates no account and proves no address.',
        updates: true,
        response: { 200: ImportAnswer, ...problems(400, 415) },
        run: (file, options) => importFile(platform, file, clientFile(platform, options.upsert), options),
      },
    ],
    { area: 'loyalty', path: '/api/v1/privee/clients/imports', rights: ['admin'], name: 'ClientImports' },
  )
