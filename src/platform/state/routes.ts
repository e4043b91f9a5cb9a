import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Clock } from '../clock.ts'
import type { DatabasePool } from '../database/database.ts'
import type { Refusals } from '../events/refusals.ts'
import { waitingByQueue } from '../events/store.ts'
import { problems } from '../http/problem.ts'
import { jobsByKind } from '../jobs/store.ts'
import { SystemState } from './schemas.ts'

type Parts = {
  /** The area whose route this is; undefined on the bare host. */
  area: string | undefined
  areas: readonly string[]
  version: string
  db: DatabasePool
  clock: Clock
  refusals: Refusals
  transport: SystemState['transport']
}

/**
 * What an administrator looks at when something does not go on: of this process and its database. Under each area too, because
 * an area may run elsewhere.
 */
export const stateRoutes = (parts: Parts): FastifyPluginAsyncTypebox => {
  const startedAt = parts.clock.toReal(parts.clock.now())
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
  { areas, version, db, clock, refusals, transport }: Parts,
  demarreLe: Date,
): Promise<SystemState> {
  const heure = clock.now()
  const heureReelle = clock.toReal(heure)
  const [files, taches] = await Promise.all([waitingByQueue(db), jobsByKind(db, heureReelle)])
  return {
    version,
    demarreLe,
    domaines: [...areas],
    horloge: { heure, multiplicateur: clock.multiplier, heureReelle },
    transport,
    evenements: { enAttente: files.reduce((sum, { enAttente }) => sum + enAttente, 0), files },
    refus: { total: refusals.total(), derniers: [...refusals.newest()] },
    taches,
  }
}
