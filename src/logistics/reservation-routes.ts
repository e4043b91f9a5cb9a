import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../platform/area.ts'
import { ProblemBody } from '../platform/http/problem.ts'
import { changeReservation } from './change-reservation.ts'
import { createReserve } from './reserve.ts'
import { NewReservation, Reservation, ReservationChange, ReservationRef } from './schemas.ts'
import { releaseReservation } from './store/give-back.ts'

const internal = { access: 'internal' } as const

/** What orders asks of the stocks: to hold goods for an order, to hold them longer, to let them go. */
export const reservationRoutes =
  (platform: Pick<Platform, 'db' | 'clock'>): FastifyPluginAsyncTypebox =>
  async app => {
    const { db, clock } = platform
    const reserve = createReserve(platform)

    app.post(
      '/api/v1/privee/reservations',
      {
        config: internal,
        schema: {
          operationId: 'createReservation',
          summary: 'Reserve the goods of an order, all or nothing; 200 when they are reserved already',
          body: NewReservation,
          response: { 200: Reservation, 201: Reservation, 400: ProblemBody, 409: ProblemBody },
        },
      },
      async (request, reply) => {
        const { created, reservation } = await reserve(request.body)
        return reply.code(created ? 201 : 200).send(reservation)
      },
    )

    app.patch(
      '/api/v1/privee/reservations/:ordreId',
      {
        config: internal,
        schema: {
          operationId: 'changeReservation',
          summary: 'Hold the goods of an order longer, or give them back because it was cancelled',
          params: ReservationRef,
          body: ReservationChange,
          response: { 200: Reservation, 400: ProblemBody, 404: ProblemBody, 409: ProblemBody },
        },
      },
      ({ params, body }) => changeReservation(platform, params.ordreId, body),
    )

    app.delete(
      '/api/v1/privee/reservations/:ordreId',
      {
        config: internal,
        schema: {
          operationId: 'releaseReservation',
          summary: 'Let go of the goods that an order has reserved, if it has any',
          params: ReservationRef,
          response: { 204: Type.Null(), 400: ProblemBody },
        },
      },
      async ({ params }, reply) => {
        await db.transaction(tx => releaseReservation(tx, params.ordreId, 'liberee', clock.now()))
        return reply.code(204).send(null)
      },
    )
  }
