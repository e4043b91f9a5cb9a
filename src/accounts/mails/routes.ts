import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { problems } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { findMailRecipient } from '../contract.ts'
import { Farewell } from '../schemas.ts'
import { listMails } from './list-mails.ts'
import { findRecipient } from './recipient.ts'
import { MailList, MailQuery, OrderMailRequest } from './schemas.ts'
import { requestOrderMail } from './send-order-mail.ts'

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

    app.post(
      '/api/v1/publique/courriels-commande',
      {
        config: { access: 'open' },
        schema: {
          operationId: 'sendOrderMail',
          summary: 'Have the mail about an order sent again, with the link that opens it',
          description:
            'It goes to the address of the order, once the order is paid, at most three times an hour. The answer does not tell whether there is such an order.',
          body: OrderMailRequest,
          response: { 202: Farewell, ...problems(400) },
        },
      },
      async ({ body: { ordreId } }, reply) => {
        await requestOrderMail(accounts, ordreId)
        return reply.code(202).send({
          message: 'Si cette commande est payée, un e-mail est envoyé à l’adresse donnée avec elle',
        })
      },
    )

    app.route({
      ...findMailRecipient,
      handler: async ({ query }) => ({ adresse: await findRecipient(accounts, query) }),
    })
  }
