import { Problem } from '../../platform/http/problem.ts'
import type { CollectedData, Erased, Person } from '../../platform/personal-data.ts'
import type { Accounts } from '../context.ts'

/**
 * The areas that hold personal data, in the order in which they erase it: first those that something may stand in the way
 * of, last the one that the others know a customer by.
 */
export const AREAS = [
  'orders',
  'payments',
  'accounts',
  'logistics',
  'purchases',
  'promotions',
  'loyalty',
] as const
export type AreaName = (typeof AREAS)[number]

async function ask<Body>({ peers }: Accounts, area: AreaName, path: string, body: unknown): Promise<Body> {
  const options = { body, repeatable: true, timeoutMs: 30_000 }
  const answer = await peers[area].call<Body & { message?: string }>(
    'POST',
    `/api/v1/privee/${path}`,
    options,
  )
  if (answer.status === 409) throw new Problem(409, answer.body.message ?? 'Refused')
  if (answer.status >= 400)
    throw new Problem(503, `The ${area} area refused a call of ours (${answer.status})`)
  return answer.body
}

/** Throws a 503 while the area is away. */
export const collectFrom = (accounts: Accounts, area: AreaName, person: Person) =>
  ask<CollectedData>(accounts, area, 'donnees-personnelles', person)

/** 409 while something stands against it. */
export const eraseIn = (accounts: Accounts, area: AreaName, personne: Person, pseudonyme: string) =>
  ask<Erased>(accounts, area, 'effacements', { personne, pseudonyme })

export const collectAll = async (accounts: Accounts, person: Person) =>
  Promise.all(AREAS.map(async area => ({ area, ...(await collectFrom(accounts, area, person)) })))

export const isEmpty = ({ donnees }: CollectedData) => Object.values(donnees).every(rows => rows.length === 0)
