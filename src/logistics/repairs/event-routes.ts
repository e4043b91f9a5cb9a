import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Platform } from '../../platform/area.ts'
import { problems } from '../../platform/problem.ts'
import { NewRepairEvent, RepairEvent, WaitingEventSearch, WaitingEvents } from './schemas.ts'
import { countWaitingEvents, insertEvent, waitingEvents } from './store/repair-events.ts'
import { followEvents } from './store/repair-sheets.ts'

/** How repairs come on, for the after-sales application. `wake` tells their sender that there is a new one. */
export const repairEventRoutes =
  ({ db, clock }: Pick<Platform, 'db' | 'clock'>, wake: () => void): FastifyPluginAsyncTypebox =>
  async app => {
    app.post(
      '/api/publique/events_reparation',
      {
        config: { access: 'staff', rights: ['warehouse'] },
        schema: {
          operationId: 'recordRepairEvent',
          summary:
            'Record how a repair comes on, and send it to the after-sales application; once, if told twice',
          body: NewRepairEvent,
          response: { 201: RepairEvent, ...problems(400) },
        },
      },
      async ({ body }, reply) => {
        const event = await db.transaction(async tx => {
          tx.afterCommit(wake)
          const kept = await insertEvent(tx, body, clock.now())
          await followEvents(tx, body.ticketId)
          return kept
        })
        return reply.code(201).send(event)
      },
    )

    app.get(
      '/api/v1/privee/evenements-en-attente',
      {
        config: { access: 'internal', rights: ['warehouse'] },
        schema: {
          operationId: 'listWaitingRepairEvents',
          summary: 'Repair events that the after-sales application has not taken; the next to be tried first',
          querystring: WaitingEventSearch,
          response: { 200: WaitingEvents, ...problems(400) },
        },
      },
      async ({ query: { page = 1, limit = 20 } }) => {
        const [data, total] = await Promise.all([waitingEvents(db, { page, limit }), countWaitingEvents(db)])
        return { data, total, page, limit }
      },
    )
  }
