import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { problems } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { synchronise } from '../loyalty/synchronise.ts'
import { inFrench } from '../messages.ts'
import { Profile, ProfileChange } from '../schemas.ts'
import { logoutEverywhere, signedInAccount } from '../sessions/session.ts'
import { changeProfile } from './change-profile.ts'
import { profileOf } from './profile.ts'

/** What customers see and change of their own account. */
export const profileRoutes =
  (accounts: Accounts): FastifyPluginAsyncTypebox =>
  async app => {
    const config = { access: 'customer' } as const

    app.get(
      '/api/auth/me',
      {
        config,
        schema: {
          operationId: 'readProfile',
          summary: 'Read the profile, with points, level and name as loyalty has them now',
          response: { 200: Profile, ...problems(401) },
        },
      },
      async request =>
        profileOf(accounts, await synchronise(accounts, await signedInAccount(accounts, request))),
    )

    app.patch(
      '/api/v1/publique/profil',
      {
        config,
        schemaErrorFormatter: inFrench,
        schema: {
          operationId: 'changeProfile',
          summary: 'Change one’s names, telephone and address',
          body: ProfileChange,
          response: { 200: Profile, ...problems(400, 401, 503) },
        },
      },
      async request =>
        profileOf(
          accounts,
          await changeProfile(accounts, await signedInAccount(accounts, request), request.body),
        ),
    )

    app.delete(
      '/api/v1/publique/sessions',
      {
        config,
        schema: {
          operationId: 'endSessions',
          summary: 'Sign out everywhere: no token of the account is valid any more',
          response: { 204: Type.Null(), ...problems(401) },
        },
      },
      async (request, reply) => {
        await logoutEverywhere(accounts, request)
        return reply.code(204).send(null)
      },
    )
  }
