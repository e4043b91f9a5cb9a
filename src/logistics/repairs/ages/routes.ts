import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { Platform } from '../../../platform/area.ts'
import { Id, Nullable, Shape, Timestamp } from '../../../platform/http/pages.ts'
import { problems } from '../../../platform/problem.ts'
import { openRepairs } from './open-repairs.ts'

export const RepairAges = Type.Array(
  Shape('ReparationsParAge', {
    deJours: Type.Integer({ description: 'From so many days of 24 hours on' }),
    aJours: Nullable(Type.Integer({ description: 'Up to so many, without them; null for the oldest' })),
    nombre: Type.Integer(),
    plusAncienneLe: Nullable(Timestamp),
  }),
)

/** How long customers wait for what is being repaired. */
export const repairAgeRoute =
  ({ db, clock }: Pick<Platform, 'db' | 'clock'>): FastifyPluginAsyncTypebox =>
  async app => {
    app.get(
      '/api/v1/privee/chiffres-reparations',
      {
        config: { access: 'internal', rights: ['warehouse'] },
        schema: {
          operationId: 'listRepairAges',
          summary: 'How many repairs have not gone back to their customers, by the age of their sheets',
          querystring: Type.Object({
            magasinId: Type.Optional({ ...Id, description: 'The store that the goods came from' }),
          }),
          response: { 200: RepairAges, ...problems(400) },
        },
      },
      ({ query: { magasinId } }) => openRepairs(db, clock.now(), magasinId),
    )
  }
