import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { createTotalsCache } from '../../platform/http/lists.ts'
import { pageOf } from '../../platform/http/pages.ts'
import { problems } from '../../platform/problem.ts'
import { announceAvailability } from '../announcing/announce.ts'
import type { LogisticsPlatform } from '../context.ts'
import { createReservation, releaseReservation } from '../contract.ts'
import { ReservedLinePage, ReservedLineSearch } from '../reservation-schemas.ts'
import { createReserver } from './create-reservation.ts'
import { releaseReservation as release } from './store/release.ts'
import { countReserved, readReservedPage } from './store/reservations.ts'

export const reservationRoutes: FastifyPluginAsyncTypebox<LogisticsPlatform> = async (app, platform) => {
  const { db, clock } = platform
  const reserve = createReserver(platform)
  const totalOf = createTotalsCache()

  app.get('/api/v1/privee/reservations', {
    config: { access: 'internal', rights: ['warehouse'], stores: { list: 'storeId' } },
    schema: {
      operationId: 'listReservations',
      summary: 'List reservations',
      description: 'Lists the active reservations, first to expire first.',
      querystring: ReservedLineSearch,
      response: { 200: ReservedLinePage, ...problems(400) },
    },
    handler: ({ query: { page, limit, ...search }, caller: { stores } }) => {
      const filter = { ...search, stores }
      const total = totalOf(filter, () => countReserved(db, filter))
      return pageOf({ page, limit }, readReservedPage(db, filter, { page, limit }), total)
    },
  })

  app.route({
    ...createReservation,
    handler: async (request, reply) => {
      const { created, reservation } = await reserve(request.body)
      return reply.code(created ? 201 : 200).send(reservation)
    },
  })

  app.route({
    ...releaseReservation,
    handler: async ({ params }, reply) => {
      await db.transaction(async tx => {
        const { crossed } = await release(tx, params.ordreId, 'liberee', clock.now())
        await announceAvailability(tx, platform, crossed)
      })
      return reply.code(204).send(null)
    },
  })
}
