import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { problems } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { findMailRecipient } from '../contract.ts'
import { listMails } from './list-mails.ts'
import { findRecipient } from './recipient.ts'
import { MailList, MailQuery } from './schemas.ts'

export const mailRoutes =
  (accounts: Accounts): FastifyPluginAsyncTypebox =>
  async app => {
    app.get(
      '/api/v1/privee/courriels',
      {
        config: { access: 'internal', rights: ['support'] },
        schema: {
          operationId: 'listMails',
          summary: 'Mails of the last 30 days, newest first, and what became of them',
          querystring: MailQuery,
          response: { 200: MailList, ...problems(400, 401) },
        },
      },
      async ({ query }, reply) => {
        reply.header('cache-control', 'no-store')
        return listMails(accounts, query)
      },
    )

    app.route({
      ...findMailRecipient,
      handler: async ({ query }) => ({ adresse: await findRecipient(accounts, query) }),
    })
  }
