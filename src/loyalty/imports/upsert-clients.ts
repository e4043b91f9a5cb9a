import type { Tx } from '../../platform/database/database.ts'
import { createDefaultClient, mergeClient } from '../clients/create-client.ts'
import { insertClients, lockByEmails, lowercaseAddresses, overwriteClients } from '../clients/store.ts'
import type { Client, NewClient } from '../schemas.ts'
import type { UpsertedClient } from './client-report.ts'

/**
 * Creates, updates or reactivates customers and returns the outcome of each, by position. If several have the same e-mail,
 * later fields override earlier ones, and all but the first count as updated.
 */
export async function upsertClients(
  tx: Tx,
  clients: readonly NewClient[],
  now: Date,
  today: string,
): Promise<UpsertedClient[]> {
  const addresses = clients.map(({ adresseMail }) => adresseMail)
  const lower = await lowercaseAddresses(tx, addresses)
  const emails = clients.map(({ adresseMail }, i) => lower[i] ?? adresseMail)
  const given = new Map<string, NewClient>()
  for (const [i, email] of emails.entries())
    given.set(email, { ...given.get(email), ...clients[i] } as NewClient)
  const stored = await upsert(tx, given, now, today)
  const seen = new Set<string>()
  return emails.flatMap(email => {
    const first = !seen.has(email)
    seen.add(email)
    const result = stored.get(email)
    return result ? [first ? result : { ...result, outcome: 'updated' as const }] : []
  })
}

/** Stores customers by lowercase e-mail address. Without `updates`, those that exist are unchanged. */
export async function upsert(
  tx: Tx,
  given: ReadonlyMap<string, NewClient>,
  now: Date,
  today: string,
  updates = true,
): Promise<Map<string, UpsertedClient>> {
  const stored = new Map<string, UpsertedClient>()
  // Rows contain the address as given; this maps it to the lower case by which `stored` is keyed.
  const emails = new Map([...given].map(([email, { adresseMail }]) => [adresseMail, email]))
  const addOutcome = (client: Client, outcome: UpsertedClient['outcome'], before?: Client) =>
    stored.set(emails.get(client.adresseMail) ?? client.adresseMail, { client, outcome, before })
  // Repeats for customers that a concurrent insert of the e-mail or a taken identifier prevented from being inserted.
  for (
    let pending = [...given];
    pending.length > 0;
    pending = pending.filter(([email]) => !stored.has(email))
  ) {
    const missing = pending.map(([email]) => email)
    const existing = await lockByEmails(tx, missing)
    const before = new Map([...existing.values()].map(client => [client.id, client]))
    if (!updates) for (const [email, client] of existing) stored.set(email, { client, outcome: 'existing' })
    const known = pending.flatMap(([email, client]) => {
      const row = existing.get(email)
      return row && updates ? [mergeClient(row, client, today)] : []
    })
    for (const client of await overwriteClients(tx, known, now))
      addOutcome(client, before.get(client.id)?.deletedAt ? 'reactivated' : 'updated', before.get(client.id))
    const unknown = pending.filter(([email]) => !existing.has(email))
    const rows = unknown.map(([, client]) => mergeClient(createDefaultClient(), client, today))
    const created = await insertClients(tx, rows, now)
    for (const client of created) addOutcome(client, 'created')
  }
  return stored
}
