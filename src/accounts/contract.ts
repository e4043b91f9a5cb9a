import { ProblemBody } from '../platform/http/problem.ts'
import { operationsOf } from '../platform/peers/operation.ts'
import { AccountRef, AccountSummary, Session } from './schemas.ts'

const operation = operationsOf('accounts')

export const readSession = operation({
  method: 'GET',
  url: '/api/v1/privee/sessions',
  config: { access: 'internal' },
  schema: {
    operationId: 'readSession',
    summary: "Whose session it is, by the customer's bearer token",
    response: { 200: Session, 401: ProblemBody },
  },
})

export const readAccount = operation({
  method: 'GET',
  url: '/api/v1/privee/comptes/:ref',
  config: { access: 'internal' },
  schema: {
    operationId: 'readAccount',
    summary: 'An account by its id or by a client identifier that it has or had',
    params: AccountRef,
    response: { 200: AccountSummary, 404: ProblemBody },
  },
})
