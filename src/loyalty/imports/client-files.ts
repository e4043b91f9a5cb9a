import type { Platform } from '../../platform/area.ts'
import { today } from '../../platform/clock.ts'
import {
  createLineReport,
  type Import,
  ImportAnswer,
  type Outcome,
  Refusal,
} from '../../platform/imports/import.ts'
import { importFile } from '../../platform/imports/import-file.ts'
import { createValidator } from '../../platform/imports/line-validator.ts'
import { createImportRuns } from '../../platform/imports/runs/run-import.ts'
import { problems } from '../../platform/problem.ts'
import { lowercaseAddresses } from '../clients/store.ts'
import { fieldsOf } from '../clients/validate.ts'
import { ClientLine, type NewClient } from '../schemas.ts'
import type { UpsertedClient } from './client-report.ts'
import { BATCH } from './import-clients.ts'
import { upsert } from './upsert-clients.ts'

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
  headers: { adresseMail: ['Email'] },
  open: () => {
    const day = today(clock)
    const firstLines = new Map<string, number>()
    return {
      read: element => readLine(element, day),
      async store(tx, clients, now, lines) {
        const emails = await lowercaseAddresses(
          tx,
          clients.map(({ adresseMail }) => adresseMail),
        )
        for (const [i, email] of emails.entries())
          if (!firstLines.has(email) && firstLines.size < MAX_ADDRESSES) firstLines.set(email, lines[i]!)
        const isFirst = (email: string, i: number) => (firstLines.get(email) ?? lines[i]) === lines[i]
        const own = emails.flatMap((email, i) => (isFirst(email, i) ? [[email, clients[i]!] as const] : []))
        const stored = await upsert(tx, new Map(own), now, day, updates)
        return emails.map((email, i) => {
          const { adresseMail } = clients[i]!
          const taken = `Client with adresseMail ${adresseMail} already exists`
          if (!isFirst(email, i)) return new Refusal(`${taken}, on line ${firstLines.get(email)}`)
          const result = stored.get(email)!
          if (result.outcome !== 'existing') return outcomeOf(result)
          return new Refusal(
            result.client.deletedAt
              ? `adresseMail ${adresseMail} is that of a deleted client; mode=upsert reactivates it`
              : taken,
          )
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
