import Type from 'typebox'
import { Pagination, Shape } from '../platform/http/pages.ts'
import { createOperationFactory } from '../platform/peers/operation.ts'
import { problems } from '../platform/problem.ts'
import {
  Client,
  ClientChange,
  ClientRef,
  ClientSearch,
  CreatedClient,
  EarnedPoints,
  NewClient,
  ValidationProblem,
} from './schemas.ts'

export type { Client, ClientChange } from './schemas.ts'
export { Address, Telephone } from './schemas.ts'

const operation = createOperationFactory('loyalty')

export const createClient = operation({
  method: 'POST',
  url: '/api/publique/clients',
  // Repeatable, because a retry after a lost response creates no second customer: it gets 409 for the e-mail.
  config: {
    access: 'staff',
    rights: ['till', 'support', 'peer'],
    repeatable: true,
    errors: ['client-supprime', 'email-pris'],
  },
  schema: {
    operationId: 'createClient',
    summary: 'Create a loyalty customer',
    description:
      'The e-mail address must be unique. A valid, unused `idClient` is stored; any other is replaced by a generated one.',
    body: NewClient,
    response: { 201: CreatedClient, 400: ValidationProblem, ...problems(409) },
  },
})

export const searchClients = operation({
  method: 'GET',
  url: '/api/publique/clients',
  config: { access: 'staff', rights: ['till', 'support', 'peer'] },
  schema: {
    operationId: 'searchClients',
    summary: 'List loyalty customers',
    description: 'Lists active customers, filtered by name or e-mail address.',
    querystring: ClientSearch,
    response: {
      200: Shape('ListeClients', { data: Type.Array(Client), pagination: Pagination }),
      ...problems(400),
    },
  },
})

const reading = {
  summary: 'Read a loyalty customer',
  description: 'Finds the customer by id or `CLI_` identifier.',
  params: ClientRef,
  response: { 200: Client, ...problems(400, 404) },
}

export const getClient = operation({
  method: 'GET',
  url: '/api/publique/clients/:id',
  config: { access: 'staff', rights: ['shop', 'till', 'support', 'peer'], errors: ['client-inconnu'] },
  schema: { operationId: 'getClient', ...reading },
})

export const getClientPrivately = operation({
  method: 'GET',
  url: '/api/privee/clients/:id',
  config: { access: 'internal', rights: ['peer', 'support'], errors: ['client-inconnu'] },
  schema: { operationId: 'getClientPrivately', ...reading },
})

export const changeClient = operation({
  method: 'PATCH',
  url: '/api/v1/privee/clients/:id',
  config: {
    access: 'internal',
    rights: ['peer', 'support'],
    repeatable: true,
    errors: ['client-inconnu', 'email-pris'],
  },
  schema: {
    operationId: 'changeClient',
    summary: 'Change a loyalty customer',
    description: 'Changes the given fields of the customer with this id or `CLI_` identifier.',
    params: ClientRef,
    body: ClientChange,
    response: { 200: Client, ...problems(400, 404, 409) },
  },
})

export const readEarnedPoints = operation({
  method: 'GET',
  url: '/api/v1/privee/points',
  config: { access: 'internal', rights: ['peer'] },
  schema: {
    operationId: 'readEarnedPoints',
    summary: 'Read earned points',
    description:
      'Answers with the points that the orders under the given identifiers have earned, and the level that they reach.',
    querystring: Type.Object({
      acheteurs: Type.String({
        minLength: 1,
        description: 'Identifiers under which orders were placed, separated by commas',
      }),
    }),
    response: { 200: EarnedPoints, ...problems(400) },
  },
})

export const findClients = operation({
  method: 'GET',
  url: '/api/v1/privee/clients',
  config: { access: 'internal', rights: ['peer'] },
  schema: {
    operationId: 'findClients',
    summary: 'Find loyalty customers by identifier',
    description: 'Answers with the identifiers of the customers that exist; unknown ones are omitted.',
    querystring: Type.Object({
      refs: Type.String({ description: '1 to 200 numeric ids or CLI_ identifiers, separated by commas' }),
    }),
    response: {
      200: Type.Array(Type.Object({ ref: Type.String(), id: Type.Integer(), idClient: Type.String() })),
      ...problems(400),
    },
  },
})
