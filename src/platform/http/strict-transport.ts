import type { FastifyInstance } from 'fastify'

const YEAR_S = 31_536_000

type Ways = { publicUrl?: string | undefined; trustedProxies: readonly string[] }

/** Tells browsers that came by https to come by nothing else, for a year. Without a proxy that says so nobody comes by it. */
export function demandHttps(app: FastifyInstance, { publicUrl, trustedProxies }: Ways) {
  const isPublic = publicUrl?.startsWith('https:') ?? false
  if (!isPublic && trustedProxies.length === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    if (isPublic || request.protocol === 'https')
      reply.header('strict-transport-security', `max-age=${YEAR_S}`)
    done()
  })
}
