import Type from 'typebox'
import { parser } from '../../platform/schemas.ts'
import type { Accounts } from '../context.ts'
import type { Person } from '../contract.ts'
import { collectAll, collectFrom, holderNamed, isEmpty } from './holders.ts'
import { accountsOf, aliasesOfAccounts } from './store/personal-data.ts'

/** What names a person, in the rows of loyalty. */
const readClients = parser(
  Type.Array(Type.Object({ id: Type.Integer(), idClient: Type.String(), adresseMail: Type.String() })),
)

/** Longer than any chain of names that accounts and loyalty can have made. */
const ROUNDS = 5

export const isNumber = (ref: string) => /^\d{1,15}$/.test(ref) && Number(ref) > 0

/**
 * Every name of the customer that `ref`, a loyalty number or a `CLI_` identifier, is one of; deleted customers too. A customer
 * with neither account nor loyalty record is known when some area holds something under the identifier. Undefined: nobody.
 */
export async function identify(accounts: Accounts, ref: string): Promise<Person | undefined> {
  let person: Person = {
    clientIds: isNumber(ref) ? [] : [ref],
    userIds: [],
    numeros: isNumber(ref) ? [Number(ref)] : [],
    emails: [],
    ordreIds: [],
  }
  for (let round = 0; round < ROUNDS; round++) {
    const more = await namesBeside(accounts, person)
    if (sizeOf(more) === sizeOf(person)) break
    person = more
  }
  if (person.userIds.length > 0 || (person.numeros.length > 0 && person.clientIds.length > 0)) return person
  if (isNumber(ref)) return undefined
  return (await collectAll(accounts, person)).every(isEmpty) ? undefined : person
}

const sizeOf = (person: Person) => Object.values(person).flat().length

async function namesBeside(accounts: Accounts, person: Person): Promise<Person> {
  const [compte, { donnees }] = await Promise.all([
    accountsOf(accounts.db, person),
    collectFrom(holderNamed(accounts, 'loyalty'), person),
  ])
  const clients = readClients(donnees.client ?? [])
  const alias = await aliasesOfAccounts(
    accounts.db,
    compte.map(({ id }) => id),
  )
  const emails = [...person.emails, ...compte.map(a => a.email), ...clients.map(c => c.adresseMail)]
  return {
    clientIds: distinct([
      ...person.clientIds,
      ...compte.map(account => account.clientId),
      ...alias.map(former => former.clientId),
      ...clients.map(client => client.idClient),
    ]),
    userIds: distinct([...person.userIds, ...compte.map(account => account.id)]),
    numeros: distinct([...person.numeros, ...clients.map(client => client.id)]),
    emails: distinct(emails),
    ordreIds: person.ordreIds,
    emailsProuves: accounts.proofAsked
      ? compte.filter(({ courrielProuveLe }) => courrielProuveLe).map(({ email }) => email)
      : distinct(emails),
  }
}

const distinct = <T>(values: T[]) => [...new Set(values)]
