import { Problem } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { collectAll } from './holders.ts'
import { identify } from './identify.ts'
import type { CustomerExport } from './schemas.ts'

/** All that every area holds of a customer. 404 nobody; 503 while an area is away, because half of it would pass for all. */
export async function exportCustomer(accounts: Accounts, ref: string): Promise<CustomerExport> {
  const person = await identify(accounts, ref)
  if (!person) throw new Problem(404, 'client-inconnu', `Client with id ${ref} not found`)
  const { ordreIds: _none, ...client } = person
  const answers = await collectAll(accounts, person)
  const domaines = Object.fromEntries(answers.map(({ area, donnees }) => [area, donnees]))
  return { client, exporteLe: accounts.clock.now(), domaines }
}
