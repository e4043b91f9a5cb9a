import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Clock } from '../clock.ts'
import type { DatabasePool } from '../database/database.ts'
import type { OwnedConsumer } from '../events/dead-letters/routes.ts'
import { countDeadLetters, listDeadLetters } from '../events/dead-letters/store.ts'
import { waitingByQueue } from '../events/store.ts'
import { jobsByKind } from '../jobs/store.ts'
import { problems } from '../problem.ts'
import { SystemState } from './schemas.ts'

type Parts = {
  /** The area whose route this is; undefined on the bare host. */
  area: string | undefined
  areas: readonly string[]
  version: string
  db: DatabasePool
  clock: Clock
  /** Of all areas of this process. */
  consumers: () => readonly OwnedConsumer[]
  transport: SystemState['transport']
}

/** Dead letters that are shown here; all of them have a list of their own. */
const NEWEST = 100

/**
 * What an administrator looks at when something does not go on: of this process and its database. Under each area too, because
 * an area may run elsewhere.
 */
export const stateRoutes = (parts: Parts): FastifyPluginAsyncTypebox => {
  const startedAt = parts.clock.real()
  return async app => {
    const { area } = parts
    app.get(
      '/api/v1/privee/etat-du-systeme',
      {
        config: { access: 'internal', rights: ['admin'], bare: false },
        schema: {
          tags: ['system'],
          operationId: `readSystemState${area ? `-${area}` : ''}`,
          summary: 'Events that wait, messages that were refused, jobs and the clock',
          response: { 200: SystemState, ...problems(503) },
        },
      },
      () => readState(parts, startedAt),
    )
  }
}

async function readState(
  { areas, version, db, clock, consumers, transport }: Parts,
  demarreLe: Date,
): Promise<SystemState> {
  const heure = clock.now()
  const heureReelle = clock.toReal(heure)
  const areaOf = new Map(consumers().map(({ area, consumer }) => [consumer.kind.queue, area]))
  const queues = [...areaOf.keys()]
  const [files, taches, refused] = await Promise.all([
    waitingByQueue(db),
    jobsByKind(db, heureReelle),
    countDeadLetters(db, queues),
  ])
  // After it, so that what is counted is in the list.
  const newest = await listDeadLetters(db, queues, NEWEST)
  const derniers = newest.map(row => ({ ...row, domaine: areaOf.get(row.file) ?? '' }))
  return {
    version,
    demarreLe,
    domaines: [...areas],
    horloge: { heure, multiplicateur: clock.multiplier, heureReelle },
    transport,
    evenements: { enAttente: files.reduce((sum, { enAttente }) => sum + enAttente, 0), files },
    refus: { ...refused, derniers },
    taches,
  }
}
