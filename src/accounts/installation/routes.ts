import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { createClaimCode } from '../../platform/http/claim-code.ts'
import { problems } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { readInstallation } from '../contract.ts'
import { StaffSession } from '../staff/schemas.ts'
import { createOriginCheck, setSessionCookie } from '../staff/session.ts'
import { createClaim, isClaimable, isDirect } from './claim.ts'
import { Claim, Installation } from './schemas.ts'
import { readStored } from './store.ts'

const url = '/api/v1/publique/installation'

/** Routes by which the first administrator claims the platform. */
export const installationRoutes: FastifyPluginAsyncTypebox<Accounts> = async (app, accounts) => {
  const { db, config } = accounts
  const code = createClaimCode(config.tokenSecret)
  const claim = createClaim(accounts, code)

  app.get(url, {
    config: { access: 'open' },
    schema: {
      operationId: 'readOwnInstallation',
      summary: 'Read whether the platform can be claimed',
      description:
        'True on the machine of the server, and not through a proxy, while there is no administrator and no key.',
      response: { 200: Installation },
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const reclamable = isDirect(request) && (await isClaimable(accounts))
      return { reclamable, defi: reclamable ? code.challenge : null }
    },
  })

  app.post(url, {
    config: {
      access: 'open',
      errors: [
        'deja-administree',
        'email-pris',
        'identifiants-incorrects',
        'origine-refusee',
        'trop-d-essais',
      ],
    },
    onRequest: createOriginCheck(config.publicUrl),
    schema: {
      operationId: 'claimInstallation',
      summary: 'Create the first administrator',
      description:
        'Takes the one-time code that the process prints, and signs the administrator in. From then on callers need keys or sessions.',
      body: Claim,
      response: { 201: StaffSession, ...problems(400, 401, 403, 409, 429) },
    },
    handler: async (request, reply) => {
      const { member, secret } = await claim(request, request.body)
      setSessionCookie(request, reply, { secret, publicUrl: config.publicUrl })
      return reply.code(201).send({ ...member, demonstration: false })
    },
  })

  app.route({
    ...readInstallation,
    handler: async () => {
      const { reclamee, reglages } = await readStored(db)
      return { reclamee, reglages }
    },
  })
}
