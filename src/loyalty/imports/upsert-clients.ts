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

async function upsert(tx: Tx, given: ReadonlyMap<string, NewClient>, now: Date, today: string) {
  const stored = new Map<string, UpsertedClient>()
  // Rows contain the address as given; this maps it to the lower case by which `stored` is keyed.
  const emails = new Map([...given].map(([email, { adresseMail }]) => [adresseMail, email]))
  const addOutcome = (client: Client, outcome: UpsertedClient['outcome']) =>
    stored.set(emails.get(client.adresseMail) ?? client.adresseMail, { client, outcome })
  // Repeats for customers that a concurrent insert of the e-mail or a taken identifier prevented from being inserted.
  for (
    let pending = [...given];
    pending.length > 0;
    pending = pending.filter(([email]) => !stored.has(email))
  ) {
    const missing = pending.map(([email]) => email)
    const existing = await lockByEmails(tx, missing)
    const isDeleted = new Set([...existing.values()].filter(({ deletedAt }) => deletedAt).map(({ id }) => id))
    const known = pending.flatMap(([email, client]) => {
      const row = existing.get(email)
      return row ? [mergeClient(row, client, today)] : []
    })
    for (const client of await overwriteClients(tx, known, now))
      addOutcome(client, isDeleted.has(client.id) ? 'reactivated' : 'updated')
    const unknown = pending.filter(([email]) => !existing.has(email))
    const rows = unknown.map(([, client]) => mergeClient(createDefaultClient(), client, today))
    const created = await insertClients(tx, rows, now)
    for (const client of created) addOutcome(client, 'created')
  }
  return stored
}
