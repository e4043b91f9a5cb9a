import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../../platform/area.ts'
import { Nullable, Timestamp } from '../../platform/http/pages.ts'
import { problems } from '../../platform/problem.ts'
import { STATES } from '../reservation-schemas.ts'
import { Slip } from '../slips/schemas.ts'
import { reservationsToReconcile, slipsToReconcile, stocksToReconcile } from './store.ts'

const Units = Type.Object({ id: Type.String(), quantite: Type.Integer() })

export const ReconciledSlips = Type.Object({
  ordreId: Type.String(),
  reservation: Type.Enum(STATES),
  changeeLe: Timestamp,
  lignes: Type.Array(Units, { description: 'What is reserved, or was taken and has not come back' }),
  retours: Type.Array(Units, { description: 'What was put back into the stock' }),
  unitesRevenues: Type.Integer({ description: 'What came back, put back or not' }),
  bordereaux: Type.Array(
    Type.Object({
      id: Type.Integer(),
      statut: Slip.properties.statut,
      articles: Type.Array(
        Type.Object({ id: Type.String(), quantite: Type.Integer(), storeId: Nullable(Type.Integer()) }),
      ),
    }),
  ),
})

const limit = Type.Integer({ minimum: 1, maximum: 500, default: 500 })

const StockQuery = Type.Object({
  after: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
  limit,
})
export const ReconciledStock = Type.Object({
  id: Type.Integer(),
  productId: Type.Integer(),
  storeId: Type.Integer(),
  reserve: Type.Integer(),
  promis: Type.Integer({ description: 'What active reservations hold' }),
})

const ReservationQuery = Type.Object({ after: Type.String({ maxLength: 200, default: '' }), limit })
const ReconciledReservation = Type.Object({
  ordreId: Type.String(),
  expireLe: Timestamp,
  updatedAt: Timestamp,
})

const config = { access: 'internal', rights: ['support'] } as const

export const reconciliationRoutes =
  ({ db }: Pick<Platform, 'db'>): FastifyPluginAsyncTypebox =>
  async app => {
    app.post(
      '/api/v1/privee/rapprochements-bordereaux',
      {
        config,
        schema: {
          operationId: 'reconcileSlips',
          summary: 'Reconcile slips',
          description:
            'Lists the reservations, slips, taken goods and returned goods of orders, to compare with other areas.',
          body: Type.Object({
            ids: Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 500 }),
          }),
          response: { 200: Type.Array(ReconciledSlips), ...problems(400) },
        },
      },
      ({ body: { ids } }) => slipsToReconcile(db, ids),
    )

    app.get(
      '/api/v1/privee/rapprochements-stocks',
      {
        config,
        schema: {
          operationId: 'reconcileStocks',
          summary: 'Reconcile stocks',
          description: 'Lists the stocks and the quantities that active reservations block.',
          querystring: StockQuery,
          response: { 200: Type.Array(ReconciledStock), ...problems(400) },
        },
      },
      ({ query }) => stocksToReconcile(db, query),
    )

    app.get(
      '/api/v1/privee/rapprochements-reservations',
      {
        config,
        schema: {
          operationId: 'reconcileReservations',
          summary: 'Reconcile reservations',
          description: 'Lists the active reservations, to compare with the orders.',
          querystring: ReservationQuery,
          response: { 200: Type.Array(ReconciledReservation), ...problems(400) },
        },
      },
      ({ query }) => reservationsToReconcile(db, query),
    )
  }
