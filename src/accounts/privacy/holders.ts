import type { CollectedData } from '../../platform/personal-data/operations.ts'
import type { Holder } from '../../platform/personal-data/routes.ts'
import { Problem } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { type Person, personalDataOf } from '../contract.ts'

/** Throws a 503 while the area is away. */
export async function collectFrom({ name, ask }: Holder, person: Person): Promise<CollectedData> {
  return (await ask(personalDataOf.collect(name), { body: person })).body
}

/** 409 while something stands against it. */
export async function eraseIn({ name, ask }: Holder, personne: Person, pseudonyme: string) {
  const given = { body: { personne, pseudonyme }, expect: [409] as const }
  const { status, body } = await ask(personalDataOf.erase(name), given)
  if (status === 409) throw new Problem(409, body.code, body.message)
  return body
}

/** Throws a 503 while any area is away. */
export const collectAll = ({ holders }: Accounts, person: Person) =>
  Promise.all(holders.map(async holder => ({ area: holder.name, ...(await collectFrom(holder, person)) })))

/** One that accounts knows by name. */
export function holderNamed({ holders }: Accounts, name: 'loyalty' | 'orders'): Holder {
  const holder = holders.find(each => each.name === name)
  if (!holder) throw new Problem(503, 'service-indisponible', `The ${name} area holds no personal data here`)
  return holder
}

export const isEmpty = ({ donnees }: CollectedData) => Object.values(donnees).every(rows => rows.length === 0)
