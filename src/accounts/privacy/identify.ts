import Type from 'typebox'
import type { CollectedData } from '../../platform/personal-data/operations.ts'
import type { Holder } from '../../platform/personal-data/routes.ts'
import { Problem } from '../../platform/problem.ts'
import { createParser } from '../../platform/schemas.ts'
import type { Accounts } from '../context.ts'
import { type Person, personalDataOperations } from '../contract.ts'
import { listAccountsOfPerson, listAliasesOfAccounts } from './store.ts'

/** Returns the data of a person in an area. Throws 503 while the area is unavailable. */
export async function collectFrom({ name, ask }: Holder, person: Person): Promise<CollectedData> {
  return (await ask(personalDataOperations.collect(name), { body: person })).body
}

/** Returns the data of a person in each area. Throws 503 while any area is unavailable. */
export const collectAll = ({ holders }: Accounts, person: Person) =>
  Promise.all(holders.map(async holder => ({ area: holder.name, ...(await collectFrom(holder, person)) })))

/** Returns the area with this name. Throws 503 unless it exists and holds personal data. */
export function getHolder({ holders }: Accounts, name: 'loyalty' | 'orders'): Holder {
  const holder = holders.find(each => each.name === name)
  if (!holder)
    throw new Problem(503, 'service-indisponible', `The ${name} area provides no personal data here`)
  return holder
}

export const isEmpty = ({ donnees }: CollectedData) => Object.values(donnees).every(rows => rows.length === 0)

/** Parses the identifying columns of loyalty's customers. */
const readClients = createParser(
  Type.Array(Type.Object({ id: Type.Integer(), idClient: Type.String(), adresseMail: Type.String() })),
)

/** Parses the identifying columns of orders. */
const readOrders = createParser(Type.Array(Type.Object({ ordreId: Type.String(), clientId: Type.String() })))

/**
 * Returns the orders of a person, including guest orders with a proven e-mail address. Throws 503 while the orders area
 * is unavailable.
 */
export async function listOrdersOfPerson(accounts: Accounts, person: Person) {
  const { donnees } = await collectFrom(getHolder(accounts, 'orders'), person)
  return readOrders(donnees.commande)
}

/** The maximum number of rounds, more than any chain of identifiers between accounts and loyalty needs. */
const ROUNDS = 5

export const isLoyaltyNumber = (ref: string) => /^\d{1,15}$/.test(ref) && Number(ref) > 0

/**
 * Returns the identifiers of the customer with the loyalty number or `CLI_` identifier `ref`, deleted customers included,
 * but not the ids of orders. A customer with neither account nor loyalty record is known if an area stores data under the
 * identifier. Returns undefined for an unknown customer. Throws 503 while loyalty, or for such a customer any area, is
 * unavailable.
 */
export async function identifyPerson(accounts: Accounts, ref: string): Promise<Person | undefined> {
  let person: Person = {
    clientIds: isLoyaltyNumber(ref) ? [] : [ref],
    userIds: [],
    numeros: isLoyaltyNumber(ref) ? [Number(ref)] : [],
    emails: [],
    ordreIds: [],
  }
  for (let round = 0; round < ROUNDS; round++) {
    const more = await findNames(accounts, person)
    if (sizeOf(more) === sizeOf(person)) break
    person = more
  }
  if (person.userIds.length > 0 || (person.numeros.length > 0 && person.clientIds.length > 0)) return person
  if (isLoyaltyNumber(ref)) return undefined
  return (await collectAll(accounts, person)).every(isEmpty) ? undefined : person
}

const sizeOf = (person: Person) => Object.values(person).flat().length

async function findNames(accounts: Accounts, person: Person): Promise<Person> {
  const [compte, { donnees }] = await Promise.all([
    listAccountsOfPerson(accounts.db, person),
    collectFrom(getHolder(accounts, 'loyalty'), person),
  ])
  const clients = readClients(donnees.client ?? [])
  const ids = compte.map(({ id }) => id)
  const alias = await listAliasesOfAccounts(accounts.db, ids)
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
    emailsProuves: accounts.asksProof()
      ? compte.filter(({ courrielProuveLe }) => courrielProuveLe).map(({ email }) => email)
      : distinct(emails),
  }
}

const distinct = <T>(values: T[]) => [...new Set(values)]
