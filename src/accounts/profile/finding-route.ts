import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { problems } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { AccountSearch, AccountSummary } from '../schemas.ts'
import { summaryOf } from '../sessions/session.ts'
import { findByEmail } from '../store/accounts.ts'

/** Who was opened an account while loyalty was away is found by their address alone. */
export const findingRoute =
  (accounts: Accounts): FastifyPluginAsyncTypebox =>
  async app => {
    app.get(
      '/api/v1/privee/comptes',
      {
        config: { access: 'internal', rights: ['support'] },
        schema: {
          operationId: 'findAccounts',
          summary: 'The account of an e-mail address, if there is one',
          querystring: AccountSearch,
          response: { 200: Type.Array(AccountSummary), ...problems(400) },
        },
      },
      async ({ query: { email } }) => {
        const account = await findByEmail(accounts.db, email)
        return account ? [await summaryOf(accounts, account)] : []
      },
    )
  }
