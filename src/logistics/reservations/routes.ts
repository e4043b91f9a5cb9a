import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Platform } from '../../platform/area.ts'
import { changeReservation, createReservation, releaseReservation } from '../contract.ts'
import { changeReservation as change } from './change-reservation.ts'
import { createReserve } from './reserve.ts'
import { releaseReservation as release } from './store/give-back.ts'

/** What orders asks of the stocks: to hold goods for an order, to hold them longer, to let them go. */
export const reservationRoutes =
  (platform: Pick<Platform, 'db' | 'clock'>): FastifyPluginAsyncTypebox =>
  async app => {
    const { db, clock } = platform
    const reserve = createReserve(platform)

    app.route({
      ...createReservation,
      handler: async (request, reply) => {
        const { created, reservation } = await reserve(request.body)
        return reply.code(created ? 201 : 200).send(reservation)
      },
    })

    app.route({
      ...changeReservation,
      handler: ({ params, body }) => change(platform, params.ordreId, body),
    })

    app.route({
      ...releaseReservation,
      handler: async ({ params }, reply) => {
        await db.transaction(tx => release(tx, params.ordreId, 'liberee', clock.now()))
        return reply.code(204).send(null)
      },
    })
  }
