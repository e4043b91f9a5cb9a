import Type, { type Static } from 'typebox'
import { Id } from '../platform/http/pages.ts'
import { problems } from '../platform/http/problem.ts'
import { operationsOf } from '../platform/peers/operation.ts'
import { personalDataOperations } from '../platform/personal-data/operations.ts'
import { Agent, AgentRef } from './keys/agent-schemas.ts'
import { AccountRef, AccountSummary, Session } from './schemas.ts'

export { RIGHTS, SPEAKS_FOR_CUSTOMERS } from './rights.ts'

const operation = operationsOf('accounts')

export const readSession = operation({
  method: 'GET',
  url: '/api/v1/privee/sessions',
  config: { access: 'internal', rights: ['peer'] },
  schema: {
    operationId: 'readSession',
    summary: "Whose session it is, by the customer's bearer token",
    response: { 200: Session, ...problems(401) },
  },
})

export const readAccount = operation({
  method: 'GET',
  url: '/api/v1/privee/comptes/:ref',
  config: { access: 'internal', rights: ['peer', 'support'] },
  schema: {
    operationId: 'readAccount',
    summary: 'An account by its id or by a client identifier that it has or had',
    params: AccountRef,
    response: { 200: AccountSummary, ...problems(404) },
  },
})

export const findAgent = operation({
  method: 'GET',
  url: '/api/v1/privee/agents/:nature/:empreinte',
  config: { access: 'internal', rights: ['peer'] },
  schema: {
    operationId: 'findAgent',
    summary: 'Whose key or session of staff it is, and what it opens, by its hash',
    params: AgentRef,
    response: { 200: Agent, ...problems(400, 404) },
  },
})

const names = (description: string) => Type.Array(Type.String({ minLength: 1 }), { description })
const numbers = (description: string) => Type.Array(Id, { description })

/** Every name that one person goes by, in whichever area. */
export const Person = Type.Object(
  {
    clientIds: names('CLI_ identifiers, present and former'),
    userIds: numbers('Ids of accounts'),
    numeros: numbers('Numeric ids at loyalty, which the purchase history carries'),
    emails: names('E-mail addresses, in any case'),
    ordreIds: names('Their orders'),
  },
  { title: 'Personne' },
)
export type Person = Static<typeof Person>

/** What accounts asks of every area that holds personal data. */
export const personalDataOf = personalDataOperations(Person, ({ clientIds }) => clientIds)
