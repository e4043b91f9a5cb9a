import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Clock } from '../../clock.ts'
import type { DatabasePool } from '../../database/database.ts'
import { Problem, problems } from '../../http/problem.ts'
import type { Log } from '../../log.ts'
import type { Consumer } from '../event.ts'
import { giveBack } from './give-back.ts'
import type { Refusals } from './refusals.ts'
import { GivenBack, RefusedInFull, RefusedList, RefusedQuery, RefusedRef } from './schemas.ts'
import { countRefusals, findRefusal, forgetRefusals, listRefusals, lockQueues } from './store.ts'

/** A consumer and the area whose it is. */
export type OwnedConsumer = { area: string; consumer: Consumer }

type Parts = {
  /** The area whose routes these are; undefined on the bare host. */
  area: string | undefined
  /** Whose queues they tell of. They are asked for at a call: areas are opened one after another. */
  consumers: () => readonly OwnedConsumer[]
  db: DatabasePool
  clock: Clock
  log: Log
  refusals: Refusals
}

const PATH = '/api/v1/privee/messages-refuses'
const config = { access: 'internal', rights: ['admin'], bare: false } as const

/**
 * The messages that were refused of the queues that are taken in here, with their bodies: for administrators alone. Under each
 * area that takes any in too, because an area may run elsewhere.
 */
export const refusalRoutes =
  (parts: Parts): FastifyPluginAsyncTypebox =>
  async app => {
    const { area, consumers, db } = parts
    // On the bare host an address names no area whose trail it belongs to.
    app.addHook('onRequest', async ({ change }) => {
      if (change) change.area = area ?? consumers()[0]?.area ?? change.area
    })
    const named = (operation: string) => ({
      tags: ['system'],
      operationId: `${operation}${area ? `-${area}` : ''}`,
    })
    const queues = () => consumers().map(({ consumer }) => consumer.kind.queue)
    const owned = (file: string) => consumers().find(({ consumer }) => consumer.kind.queue === file)
    const ofArea = <Row extends { file: string }>(row: Row) => ({
      ...row,
      domaine: owned(row.file)?.area ?? '',
    })

    async function find(id: number) {
      const kept = await findRefusal(db, queues(), id)
      const owner = kept && owned(kept.file)
      if (!owner) throw new Problem(404, 'message-inconnu', `No refused message ${id}`)
      return { kept, owner }
    }

    app.get(
      PATH,
      {
        config,
        schema: {
          ...named('listRefusedMessages'),
          summary:
            'Messages that were refused in the last 30 days, the last refused first, without their bodies',
          querystring: RefusedQuery,
          response: { 200: RefusedList, ...problems(400) },
        },
      },
      async ({ query: { file, page, limit } }) => {
        const asked = queues().filter(queue => file === undefined || queue === file)
        const { total } = await countRefusals(db, asked)
        const rows = await listRefusals(db, asked, limit, (page - 1) * limit)
        return { data: rows.map(ofArea), total, page, limit }
      },
    )

    app.get(
      `${PATH}/:id`,
      {
        config,
        schema: {
          ...named('readRefusedMessage'),
          summary: 'A refused message with what is kept of its body',
          params: RefusedRef,
          response: { 200: RefusedInFull, ...problems(400, 404) },
        },
      },
      async ({ params: { id } }, reply) => {
        reply.header('cache-control', 'no-store')
        const { kept } = await find(id)
        return ofArea(kept)
      },
    )

    app.post(
      `${PATH}/:id/reprises`,
      {
        config,
        schema: {
          ...named('giveMessageBack'),
          summary: 'Have a refused message taken in after all, once, under its own message id',
          params: RefusedRef,
          response: { 200: GivenBack, ...problems(400, 404, 409, 503) },
        },
      },
      async ({ params: { id }, change }) => {
        const { kept, owner } = await find(id)
        if (change) change.area = owner.area
        return giveBack(parts, owner.consumer, kept)
      },
    )

    app.delete(
      `${PATH}/:id`,
      {
        config,
        schema: {
          ...named('dropRefusedMessage'),
          summary: 'Forget a refused message for good',
          params: RefusedRef,
          response: { 204: Type.Null(), ...problems(400, 404) },
        },
      },
      async ({ params: { id }, change }, reply) => {
        const { kept, owner } = await find(id)
        if (change) change.area = owner.area
        const gone = await db.transaction(async tx => {
          await lockQueues(tx, [kept.file])
          return forgetRefusals(tx, [id])
        })
        if (gone === 0) throw new Problem(404, 'message-inconnu', `No refused message ${id}`)
        return reply.code(204).send(null)
      },
    )
  }
