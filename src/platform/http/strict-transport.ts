import type { FastifyInstance } from 'fastify'

const YEAR_S = 31_536_000

/** Tells browsers that came by https to come by nothing else, for a year. */
export function demandHttps(app: FastifyInstance, publicUrl: string | undefined) {
  const isPublic = publicUrl?.startsWith('https:') ?? false
  app.addHook('onRequest', (request, reply, done) => {
    if (isPublic || request.protocol === 'https')
      reply.header('strict-transport-security', `max-age=${YEAR_S}`)
    done()
  })
}
