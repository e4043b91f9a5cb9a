import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

/** As long as browsers remember it: Chromium two hours, Firefox a day. */
const PREFLIGHT_S = 86_400

/** Web origins as browsers write them; of an address, its origin counts. */
export const originsOf = (addresses: readonly string[]) => addresses.map(address => new URL(address).origin)

/**
 * Lets pages of these origins call every route and read its answer, without cookies. A browser that asks first is answered
 * ahead of everything that wants to know who calls: it asks without key and token.
 */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]) {
  if (origins.length === 0) return
  app.addHook('onRoute', route => {
    if (route.method === 'OPTIONS') route.config = { access: 'open', bare: false, ...route.config }
  })
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'X-API-Key',
      'Idempotency-Key',
      'If-None-Match',
      'Content-Type',
      'traceparent',
    ],
    exposedHeaders: ['Retry-After', 'X-Request-Id', 'ETag'],
    maxAge: PREFLIGHT_S,
    strictPreflight: false,
  })
}
