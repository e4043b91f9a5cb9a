import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import type { Clock } from './clock.ts'
import type { DatabasePool } from './database/database.ts'
import type { OwnedConsumer } from './events/dead-letters/routes.ts'
import { DeadLetter } from './events/dead-letters/schemas.ts'
import { countDeadLetters, listDeadLetters } from './events/dead-letters/store.ts'
import { countWaitingByQueue } from './events/store.ts'
import { Shape, Timestamp } from './http/pages.ts'
import { JobCounts } from './jobs/job.ts'
import { countJobsByKind } from './jobs/store.ts'
import { problems } from './problem.ts'

const Queue = Type.Object({
  file: Type.String({ description: 'Name of the queue' }),
  enAttente: Type.Integer(),
  plusAncien: { ...Timestamp, description: 'Publication time of the oldest waiting event' },
})

/** The state of one process and the pending work in its database. */
export const SystemState = Shape('EtatSysteme', {
  version: Type.String(),
  demarreLe: { ...Timestamp, description: 'Start time of the process, in real time' },
  domaines: Type.Array(Type.String(), { description: 'Areas served by this process' }),
  horloge: Type.Object({
    heure: { ...Timestamp, description: "Time of the platform's clock" },
    multiplicateur: Type.Number(),
    heureReelle: Timestamp,
  }),
  transport: Type.Enum(['rabbitmq', 'interne'], {
    description: 'Transport of events: RabbitMQ or the process itself',
  }),
  evenements: Type.Object({ enAttente: Type.Integer(), files: Type.Array(Queue) }),
  refus: Type.Object(
    {
      total: Type.Integer({ description: 'Number of dead letters currently stored' }),
      ecartes: Type.Integer({
        description: 'Number of dead letters discarded in favor of newer ones of the same queue',
      }),
      derniers: Type.Array(DeadLetter, {
        description: 'The 100 most recently rejected messages, newest first',
      }),
    },
    { description: 'Messages rejected in the last 30 days by the areas of this process' },
  ),
  taches: Type.Array(JobCounts, { description: 'Jobs, by kind' }),
})
export type SystemState = Static<typeof SystemState>

type StateParts = {
  /** The area that the route belongs to; undefined without an area prefix. */
  area: string | undefined
  areas: readonly string[]
  version: string
  db: DatabasePool
  clock: Clock
  /** The consumers of all areas of this process. */
  consumers: readonly OwnedConsumer[]
  transport: SystemState['transport']
  /** The start time of this process, in real time. */
  startedAt: Date
}

/** The maximum number of dead letters in the state; a separate route lists all of them. */
const MAX_DEAD_LETTERS = 100

/**
 * A route for administrators that returns the state of this process and its database. It exists under the prefix of
 * each area too, because areas may run in different processes.
 */
export const stateRoutes: FastifyPluginAsyncTypebox<StateParts> = async (app, parts) => {
  const { area } = parts
  app.get('/api/v1/privee/etat-du-systeme', {
    config: { access: 'internal', rights: ['admin'], bare: false },
    schema: {
      tags: ['system'],
      operationId: `readSystemState${area ? `-${area}` : ''}`,
      summary: 'Read the state of the system',
      description: 'Answers with waiting events, dead letters, jobs and the clock.',
      response: { 200: SystemState, ...problems(503) },
    },
    handler: () => readState(parts),
  })
}

async function readState(parts: StateParts): Promise<SystemState> {
  const { areas, version, db, clock, consumers, transport, startedAt } = parts
  const heure = clock.now()
  const heureReelle = clock.toReal(heure)
  const areaOf = new Map(consumers.map(({ area, consumer }) => [consumer.kind.queue, area]))
  const queues = [...areaOf.keys()]
  const [files, taches, refused] = await Promise.all([
    countWaitingByQueue(db),
    countJobsByKind(db, heureReelle),
    countDeadLetters(db, queues),
  ])
  // Listed after the count, so that the newest dead letters that were counted are in the list.
  const newest = await listDeadLetters(db, queues, MAX_DEAD_LETTERS)
  const derniers = newest.map(row => ({ ...row, domaine: areaOf.get(row.file) ?? '' }))
  return {
    version,
    demarreLe: startedAt,
    domaines: [...areas],
    horloge: { heure, multiplicateur: clock.multiplier, heureReelle },
    transport,
    evenements: { enAttente: files.reduce((sum, { enAttente }) => sum + enAttente, 0), files },
    refus: { ...refused, derniers },
    taches,
  }
}
