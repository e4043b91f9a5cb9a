import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Clock } from '../../clock.ts'
import type { DatabasePool } from '../../database/database.ts'
import type { Log } from '../../log.ts'
import { Problem, problems } from '../../problem.ts'
import type { Consumer } from '../event.ts'
import type { DeadLetters } from './dead-letters.ts'
import { replay } from './replay.ts'
import { DeadLetterInFull, DeadLetterList, DeadLetterQuery, DeadLetterRef, Replay } from './schemas.ts'
import { countDeadLetters, deleteDeadLetters, findDeadLetter, listDeadLetters } from './store.ts'

/** A consumer and its area. */
export type OwnedConsumer = { area: string; consumer: Consumer }

type DeadLetterParts = {
  /** The area that the routes belong to; undefined without an area prefix. */
  area: string | undefined
  /** The consumers of all areas of this process. */
  consumers: readonly OwnedConsumer[]
  db: DatabasePool
  clock: Clock
  log: Log
  deadLetters: DeadLetters
}

const PATH = '/api/v1/privee/messages-refuses'
const config = { access: 'internal', rights: ['admin'], bare: false } as const

/**
 * Routes for administrators to list, read, replay and delete the dead letters of the queues that this process consumes or,
 * under the prefix of an area, that the area consumes.
 */
export const deadLetterRoutes: FastifyPluginAsyncTypebox<DeadLetterParts> = async (app, parts) => {
  const { area, db } = parts
  const consumers = parts.consumers.filter(each => area === undefined || each.area === area)
  const queues = consumers.map(({ consumer }) => consumer.kind.queue)
  // On the bare host, the address does not determine the area of the audit entry.
  app.addHook('onRequest', async ({ change }) => {
    if (change) change.area = area ?? consumers[0]?.area ?? change.area
  })
  const schemaOf = (operation: string, summary: string, description: string) => ({
    ...{ tags: ['system'], operationId: `${operation}${area ? `-${area}` : ''}`, summary, description },
  })
  const ownerOf = (file: string) => consumers.find(({ consumer }) => consumer.kind.queue === file)
  const shown = <Row extends { file: string }>(row: Row) => ({
    ...row,
    domaine: ownerOf(row.file)?.area ?? '',
  })
  const unknown = (id: number) => new Problem(404, 'message-inconnu', `Dead letter ${id} not found`)

  async function find(id: number) {
    const letter = await findDeadLetter(db, queues, id)
    const owner = letter && ownerOf(letter.file)
    if (!owner) throw unknown(id)
    return { letter, owner }
  }

  app.get(PATH, {
    config,
    schema: {
      ...schemaOf(
        'listRefusedMessages',
        'List dead letters',
        'Lists the messages that were rejected in the last 30 days, newest first, without their bodies.',
      ),
      querystring: DeadLetterQuery,
      response: { 200: DeadLetterList, ...problems(400) },
    },
    handler: async ({ query: { file, page, limit } }) => {
      const selected = queues.filter(queue => file === undefined || queue === file)
      const { total } = await countDeadLetters(db, selected)
      const rows = await listDeadLetters(db, selected, limit, (page - 1) * limit)
      return { data: rows.map(shown), total, page, limit }
    },
  })

  app.get(`${PATH}/:id`, {
    config: { ...config, errors: ['message-inconnu'] },
    schema: {
      ...schemaOf(
        'readRefusedMessage',
        'Read a dead letter',
        'Answers with the rejected message and the stored part of its body.',
      ),
      params: DeadLetterRef,
      response: { 200: DeadLetterInFull, ...problems(400, 404) },
    },
    handler: async ({ params: { id } }, reply) => {
      reply.header('cache-control', 'no-store')
      return shown((await find(id)).letter)
    },
  })

  app.post(`${PATH}/:id/reprises`, {
    config: { ...config, errors: ['message-inconnu', 'change-entre-temps'] },
    schema: {
      ...schemaOf(
        'giveMessageBack',
        'Replay a dead letter',
        'Consumes the message again under its own message id; one that was already consumed changes nothing.',
      ),
      params: DeadLetterRef,
      response: { 200: Replay, ...problems(400, 404, 409, 503) },
    },
    handler: async ({ params: { id }, change }) => {
      const { letter, owner } = await find(id)
      if (change) change.area = owner.area
      return replay(parts, owner.consumer, letter)
    },
  })

  app.delete(`${PATH}/:id`, {
    config: { ...config, errors: ['message-inconnu'] },
    schema: {
      ...schemaOf('dropRefusedMessage', 'Delete a dead letter', 'The message cannot be replayed afterwards.'),
      params: DeadLetterRef,
      response: { 204: Type.Null(), ...problems(400, 404) },
    },
    handler: async ({ params: { id }, change }, reply) => {
      const { owner } = await find(id)
      if (change) change.area = owner.area
      if ((await db.transaction(tx => deleteDeadLetters(tx, [id]))) === 0) throw unknown(id)
      return reply.code(204).send(null)
    },
  })
}
