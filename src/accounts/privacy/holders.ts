import { Problem } from '../../platform/http/problem.ts'
import type { CollectedData, Erased, Holder, Person } from '../../platform/personal-data.ts'
import type { Accounts } from '../context.ts'

async function ask<Body>({ name, peer }: Holder, path: string, body: unknown): Promise<Body> {
  const options = { body, repeatable: true, timeoutMs: 30_000 }
  const answer = await peer.call<Body & { message?: string }>('POST', `/api/v1/privee/${path}`, options)
  if (answer.status === 409) throw new Problem(409, answer.body.message ?? 'Refused')
  if (answer.status >= 400)
    throw new Problem(503, `The ${name} area refused a call of ours (${answer.status})`)
  return answer.body
}

/** Throws a 503 while the area is away. */
export const collectFrom = (holder: Holder, person: Person) =>
  ask<CollectedData>(holder, 'donnees-personnelles', person)

/** 409 while something stands against it. */
export const eraseIn = (holder: Holder, personne: Person, pseudonyme: string) =>
  ask<Erased>(holder, 'effacements', { personne, pseudonyme })

/** Throws a 503 while any area is away. */
export const collectAll = ({ holders }: Accounts, person: Person) =>
  Promise.all(holders.map(async holder => ({ area: holder.name, ...(await collectFrom(holder, person)) })))

/** One that accounts knows by name. */
export function holderNamed({ holders }: Accounts, name: 'loyalty' | 'orders'): Holder {
  const holder = holders.find(each => each.name === name)
  if (!holder) throw new Problem(503, `The ${name} area holds no personal data here`)
  return holder
}

export const isEmpty = ({ donnees }: CollectedData) => Object.values(donnees).every(rows => rows.length === 0)
