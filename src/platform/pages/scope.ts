import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { withoutFinalSlashes } from '../text.ts'

export const FORM_BYTES = 16 * 1024

/** Nothing foreign runs or is asked, nothing is kept or told on, and only these origins may frame the page. */
export const pageHeaders = (frameAncestors: readonly string[]) => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors.length > 0 ? frameAncestors.join(' ') : "'none'"}`,
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
})

/** Makes a scope one of pages and their forms. `frameAncestors`: who may frame them. */
export async function openPageScope(scope: FastifyInstance, frameAncestors: readonly string[]) {
  const headers = { ...pageHeaders(frameAncestors), 'content-type': 'text/html; charset=utf-8' }
  await scope.register(formbody, { bodyLimit: FORM_BYTES })
  scope.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    // The pages' links are relative, and would start one level too deep.
    const [address = ''] = request.originalUrl.split('?', 1)
    const path = withoutFinalSlashes(address)
    if (path === address || path === '') return
    const query = request.originalUrl.slice(address.length)
    return reply.redirect(`../${path.slice(path.lastIndexOf('/') + 1)}${query}`, 308)
  })
}
