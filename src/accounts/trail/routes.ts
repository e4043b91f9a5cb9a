import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { problems } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { gatherTrail } from './gather-trail.ts'
import { AuditList, AuditSearch } from './schemas.ts'

export const trailRoutes =
  (accounts: Accounts): FastifyPluginAsyncTypebox =>
  async app => {
    app.get(
      '/api/v1/privee/audits',
      {
        config: { access: 'internal', rights: ['admin'] },
        schema: {
          operationId: 'listAudits',
          summary:
            'What keys and members of staff changed in any area, and what they were refused; newest first',
          querystring: AuditSearch,
          response: { 200: AuditList, ...problems(400, 503) },
        },
      },
      async ({ query }) => gatherTrail(accounts, query),
    )
  }
