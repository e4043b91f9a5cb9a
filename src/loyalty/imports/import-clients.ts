import type { Clock } from '../../platform/clock.ts'
import { today } from '../../platform/clock.ts'
import type { DatabasePool, Tx } from '../../platform/database/database.ts'
import { tidy } from '../../platform/http/bodies.ts'
import { Problem } from '../../platform/http/problem.ts'
import { elementsOfMember } from '../../platform/uploads/json-member.ts'
import { complete, newcomer } from '../clients/complete.ts'
import { inLowerCase, insertClients, lockByEmails, rewriteClients } from '../clients/store/clients.ts'
import { faultsOf, fieldsOf } from '../clients/validate.ts'
import type { Client, NewClient } from '../schemas.ts'
import { createReport, type Report } from './import-report.ts'

/** Customers in one transaction: many enough to be quick, few enough that nobody waits long for their rows. */
const BATCH = 500

const clientsMember = {
  name: 'clients',
  missing: new Problem(400, ['clients est obligatoire et doit être un tableau']),
}

/** What one e-mail is given in a batch, and by how many of its customers. */
type Given = { client: NewClient; times: number }
type Kept = { client: Client; times: number; outcome: 'created' | 'updated' | 'reactivated' }

/**
 * Takes in the customers of a file `{clients: [...]}`, each as if it came alone: new ones are created, known ones (by
 * e-mail) updated, deleted ones reactivated, invalid ones reported. 400, and nothing is kept, when the file is not such.
 */
export async function importClients({ db, clock }: { db: DatabasePool; clock: Clock }, file: string) {
  // Once to see that the file is whole: what follows is kept batch by batch.
  for await (const _ of elementsOfMember(file, BATCH, clientsMember));
  const report = createReport()
  for await (const elements of elementsOfMember(file, BATCH, clientsMember)) {
    const given = await readBatch(db, elements, today(clock), report)
    const kept = await db.transaction(tx => upsert(tx, given, clock))
    report.add('created', kept.filter(({ outcome }) => outcome === 'created').map(clientOf))
    report.add('reactivated', kept.filter(({ outcome }) => outcome === 'reactivated').map(clientOf))
    report.add('updated', kept.filter(({ outcome }) => outcome === 'updated').map(clientOf))
    // The same e-mail again updates what the first one made.
    report.add(
      'updated',
      kept.flatMap(({ client, times }) => Array(times - 1).fill(client)),
    )
  }
  return report
}

const clientOf = ({ client }: Kept) => client

/** The valid customers of a batch by e-mail; what comes later under one e-mail is laid over what came before. */
async function readBatch(db: DatabasePool, elements: readonly unknown[], today: string, report: Report) {
  const clients = elements.flatMap(element => readClient(element, today, report) ?? [])
  const emails = await inLowerCase(
    db,
    clients.map(({ adresseMail }) => adresseMail),
  )
  const given = new Map<string, Given>()
  for (const [i, client] of clients.entries()) {
    const email = emails[i] ?? client.adresseMail
    const { client: earlier, times = 0 } = given.get(email) ?? {}
    given.set(email, { client: { ...earlier, ...client }, times: times + 1 })
  }
  return given
}

function readClient(element: unknown, today: string, report: Report): NewClient | undefined {
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
  if (faults.length === 0) return fieldsOf(element)
  report.refuse(typeof adresseMail === 'string' ? adresseMail : null, faults.join(' ; '))
  return undefined
}

async function upsert(tx: Tx, given: ReadonlyMap<string, Given>, clock: Clock): Promise<Kept[]> {
  const [now, day] = [clock.now(), today(clock)]
  const kept = new Map<string, Kept>()
  // A customer is written as given, so the address as given leads back to its e-mail in lower case.
  const emails = new Map([...given].map(([email, { client }]) => [client.adresseMail, email]))
  const keep = (client: Client, outcome: Kept['outcome']) => {
    const email = emails.get(client.adresseMail) ?? client.adresseMail
    kept.set(email, { client, outcome, times: given.get(email)?.times ?? 1 })
  }
  // Again for those that somebody else creates at this moment, and for an identifier that is drawn twice.
  for (let left = [...given]; left.length > 0; left = left.filter(([email]) => !kept.has(email))) {
    const held = await lockByEmails(
      tx,
      left.map(([email]) => email),
    )
    const isDeleted = new Set([...held.values()].filter(({ deletedAt }) => deletedAt).map(({ id }) => id))
    const known = left.flatMap(([email, { client }]) => {
      const row = held.get(email)
      return row ? [complete(row, client, day)] : []
    })
    for (const client of await rewriteClients(tx, known, now))
      keep(client, isDeleted.has(client.id) ? 'reactivated' : 'updated')
    const unknown = left.filter(([email]) => !held.has(email))
    const created = await insertClients(
      tx,
      unknown.map(([, { client }]) => complete(newcomer(), client, day)),
      now,
    )
    for (const client of created) keep(client, 'created')
  }
  return [...given.keys()].flatMap(email => kept.get(email) ?? [])
}
