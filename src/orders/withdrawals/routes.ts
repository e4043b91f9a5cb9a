import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { Id, pageOf } from '../../platform/http/pages.ts'
import { problems } from '../../platform/problem.ts'
import type { OrdersPlatform } from '../peers.ts'
import { decideWithdrawal } from './decide.ts'
import { confirmWithdrawal, declareWithdrawal } from './declare.ts'
import {
  DeclaredWithdrawal,
  NewWithdrawal,
  ReceivedWithdrawal,
  TokenRef,
  WithdrawalAnswer,
  WithdrawalDecision,
  WithdrawalPage,
  WithdrawalQuery,
} from './schemas.ts'
import { countWithdrawals, listWithdrawals, type Withdrawal } from './store.ts'

/** The limit of declarations, which the routes and the page share. */
export const declarationLimit = ({ settings }: Pick<OrdersPlatform, 'settings'>) => ({
  name: 'retractations',
  most: settings.withdrawalsAMinute,
  refusal: 'Trop de déclarations en une minute : réessayez dans un instant',
})

const formatWithdrawal = ({ commandeConnue, unites, entiere, ...withdrawal }: Withdrawal) => ({
  ...withdrawal,
  ...(!commandeConnue && { commandeConnue: false as const }),
})

export const withdrawalRoutes: FastifyPluginAsyncTypebox<OrdersPlatform> = async (app, platform) => {
  app.post('/api/v1/publique/retractations', {
    config: { access: 'open', limit: declarationLimit(platform) },
    schema: {
      operationId: 'declareWithdrawal',
      summary: 'Request the withdrawal from an order',
      description:
        'Answers with a token, valid for an hour, whether or not the order exists. The declaration has no effect until it is confirmed.',
      body: NewWithdrawal,
      response: { 202: DeclaredWithdrawal, ...problems(400, 429) },
    },
    handler: async ({ body }, reply) => {
      reply.header('cache-control', 'no-store')
      return reply.code(202).send(await declareWithdrawal(platform, body))
    },
  })

  app.post('/api/v1/publique/retractations/:jeton/confirmations', {
    config: { access: 'open', errors: ['retractation-inconnue'] },
    schema: {
      operationId: 'confirmWithdrawal',
      summary: 'Confirm the withdrawal from an order',
      description:
        'Answers with the declaration, whatever the order contains; for 24 hours with the same. An accepted withdrawal from an order that is not sent cancels and refunds it.',
      params: TokenRef,
      response: { 200: ReceivedWithdrawal, ...problems(400, 404, 503) },
    },
    handler: async ({ params }, reply) => {
      reply.header('cache-control', 'no-store')
      return confirmWithdrawal(platform, params.jeton)
    },
  })

  app.get('/api/v1/privee/retractations', {
    config: { access: 'internal', rights: ['support'], stores: 'list' },
    schema: {
      operationId: 'listWithdrawals',
      summary: 'List withdrawals',
      description: 'Lists the confirmed withdrawals, the one that must be refunded first at the top.',
      querystring: WithdrawalQuery,
      response: { 200: WithdrawalPage, ...problems(400) },
    },
    handler: async ({ query, caller: { stores } }, reply) => {
      reply.header('cache-control', 'no-store')
      const filter = { ...query, stores }
      const rows = listWithdrawals(platform.db, filter, query).then(found => found.map(formatWithdrawal))
      return pageOf(query, rows, countWithdrawals(platform.db, filter))
    },
  })

  app.patch('/api/v1/privee/retractations/:id', {
    config: {
      access: 'internal',
      rights: ['support'],
      stores: 'record',
      errors: ['retractation-inconnue', 'commande-annulee', 'commande-inconnue', 'statut-incompatible'],
    },
    schema: {
      operationId: 'decideWithdrawal',
      summary: 'Set the decision on a withdrawal',
      description:
        'Decides on a withdrawal that is `a_verifier`. Accepting the withdrawal from an order that is not sent cancels and refunds it; otherwise the goods are returned first.',
      params: Type.Object({ id: Id }),
      body: WithdrawalDecision,
      response: { 200: WithdrawalAnswer, ...problems(400, 404, 409) },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return formatWithdrawal(await decideWithdrawal(platform, request, request.params.id, request.body))
    },
  })
}
