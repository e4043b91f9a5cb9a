import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../../platform/area.ts'
import type { Database } from '../../platform/database/database.ts'
import { chunksById, sendWholeList } from '../../platform/http/lists.ts'
import { problems } from '../../platform/problem.ts'
import { jsonWriter } from '../../platform/schemas.ts'
import { changeReservation as changeReservationOperation } from '../contract.ts'
import { changeReservation } from './change-reservation.ts'
import { moveSlip } from './move-slip.ts'
import { Slip, SlipChange, SlipPage, SlipRef, SlipSearch, StoreSlips } from './schemas.ts'
import { countSlips, pageOfSlips, slipsAfter, slipsOfOrder, waitingByStore } from './store/slips.ts'

const writeSlip = jsonWriter(Slip)
const config = { access: 'internal', rights: ['warehouse'] } as const

export const slipRoutes =
  (platform: Pick<Platform, 'db' | 'clock' | 'outbox'>): FastifyPluginAsyncTypebox =>
  async app => {
    const { db } = platform
    app.get(
      '/api/publique/bordereau',
      {
        config: { access: 'staff', rights: ['warehouse'] },
        schema: {
          operationId: 'listSlips',
          summary: 'List delivery slips, oldest first',
          description:
            'All of them as a list; those of an order as a list; with a status, a store or a page asked for, a page.',
          querystring: SlipSearch,
          response: { 200: Type.Union([Type.Array(Slip), SlipPage]), ...problems(400) },
        },
      },
      async ({ query }, reply) => {
        const { ordreId, page, limit, ...filters } = query
        if (page !== undefined || limit !== undefined || Object.keys(filters).length > 0)
          return searchSlips(db, query, { page: page ?? 1, limit: limit ?? 20 })
        if (ordreId !== undefined) return slipsOfOrder(db, ordreId)
        return sendWholeList(
          reply,
          chunksById((after, most) => slipsAfter(db, after, most)),
          writeSlip,
        )
      },
    )

    app.get(
      '/api/v1/privee/bordereaux-en-attente',
      {
        config: { ...config, answersList: true },
        schema: {
          operationId: 'countWaitingSlips',
          summary: 'How many slips wait in each store that has some; the null store is that of no store',
          response: { 200: Type.Array(StoreSlips) },
        },
      },
      () => waitingByStore(db),
    )

    app.patch(
      '/api/v1/privee/bordereaux/:id',
      {
        config,
        schema: {
          operationId: 'changeSlip',
          summary: 'Say that a slip is prepared, sent or delivered; its order follows',
          params: SlipRef,
          body: SlipChange,
          response: { 200: Slip, ...problems(400, 404, 409) },
        },
      },
      ({ params: { id }, body }) => moveSlip(platform, id, body),
    )

    // Of an order that is cancelled, the slips are cancelled in the same transaction.
    app.route({
      ...changeReservationOperation,
      handler: ({ params, body }) => changeReservation(platform, params.ordreId, body),
    })
  }

async function searchSlips(db: Database, search: SlipSearch, at: { page: number; limit: number }) {
  const [data, total] = await Promise.all([pageOfSlips(db, search, at), countSlips(db, search)])
  return { data, total, ...at }
}
