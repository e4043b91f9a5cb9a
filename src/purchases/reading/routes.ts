import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { problems } from '../../platform/problem.ts'
import type { PurchasesPlatform } from '../peers.ts'
import {
  ClientParam,
  HabitLimits,
  Habits,
  HabitsParam,
  History,
  HistorySearch,
  Months,
  ReconciledHistory,
} from '../schemas.ts'
import { authorizeHistoryAccess, readHabits, readHistory, readMonths } from './read-history.ts'
import { listHistoryToReconcile } from './store.ts'

const refusals = problems(400, 401, 403, 404, 503)

export const purchaseRoutes: FastifyPluginAsyncTypebox<PurchasesPlatform> = async (app, purchases) => {
  app.get('/api/publique/client-buy-history/:clientId', {
    config: { access: 'customer', rights: ['shop', 'till', 'support'], errors: ['client-inconnu'] },
    schema: {
      operationId: 'readClientHistory',
      summary: "List a customer's purchases",
      description: 'Answers with one row for each article, newest first.',
      params: ClientParam,
      querystring: HistorySearch,
      response: { 200: History, ...refusals },
    },
    handler: async request => {
      const whose = await authorizeHistoryAccess(purchases, request, request.params.clientId)
      return readHistory(purchases.db, request.query, whose)
    },
  })

  app.get('/api/publique/clients/:id/habits', {
    config: {
      access: 'customer',
      rights: ['shop', 'till', 'support'],
      answersList: true,
      errors: ['client-inconnu'],
    },
    schema: {
      operationId: 'readHabits',
      summary: "Read a customer's habits",
      description: 'Answers with what the customer bought most in the last twelve months.',
      params: HabitsParam,
      querystring: HabitLimits,
      response: { 200: Habits, ...refusals },
    },
    handler: async request => {
      const whose = await authorizeHistoryAccess(purchases, request, request.params.id)
      return readHabits(purchases, whose, request.query)
    },
  })
  app.get('/api/v1/privee/clients/:id/achats-par-mois', {
    config: { access: 'internal', rights: ['till', 'support'], errors: ['client-inconnu'] },
    schema: {
      operationId: 'readPurchasesByMonth',
      summary: "Read a customer's purchases by month",
      description: 'Answers with the totals of each month of the last two years.',
      params: HabitsParam,
      response: { 200: Months, ...refusals },
    },
    handler: async request =>
      readMonths(purchases, await authorizeHistoryAccess(purchases, request, request.params.id)),
  })

  app.post('/api/v1/privee/rapprochements-historiques', {
    config: { access: 'internal', rights: ['support'] },
    schema: {
      operationId: 'reconcileHistory',
      summary: 'Reconcile the purchase history',
      description: 'Lists what the purchase history contains about orders, to compare with them.',
      body: Type.Object({
        ids: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 500 }),
      }),
      response: { 200: Type.Array(ReconciledHistory), ...problems(400) },
    },
    handler: ({ body: { ids } }) => listHistoryToReconcile(purchases.db, ids),
  })
}
