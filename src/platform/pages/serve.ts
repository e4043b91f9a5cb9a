import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import formbody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply } from 'fastify'
import Type from 'typebox'
import type { Problem } from '../problem.ts'
import { withoutFinalSlashes } from '../text.ts'

const compress = promisify<string, Buffer>(brotliCompress)

type PageFile = readonly [name: string, type: 'text/css' | 'text/javascript', text: string]

/** The style of all pages; a page's own style follows it. */
export const baseStyle = readFileSync(new URL('base.css', import.meta.url), 'utf8')

/**
 * Returns the routes of the style and scripts of the pages in a folder. Each file is compressed once, at the first
 * request that accepts Brotli. `base` is their path relative to the folder. It changes with the files' content, so that
 * browsers can cache them indefinitely.
 */
export function createPageFiles(folder: string, files: readonly PageFile[]) {
  const version = createHash('sha256').update(JSON.stringify(files)).digest('base64url').slice(0, 12)
  const routes: FastifyPluginAsyncTypebox = async app => {
    for (const [name, type, text] of files) {
      let compressed: Promise<Buffer> | undefined
      app.get(`${folder}/fichiers/:version/${name}`, {
        config: { access: 'open' },
        schema: {
          hide: true,
          summary: `The pages' ${name}`,
          params: Type.Object({ version: Type.String({ maxLength: 50 }) }),
        },
        handler: async ({ params, headers }, reply) => {
          const brotli = /\bbr\b/.test(String(headers['accept-encoding'] ?? ''))
          reply.headers({
            'content-type': `${type}; charset=utf-8`,
            // During an update, a process of another version responds with a different file, which must not be cached.
            'cache-control': params.version === version ? 'public, max-age=31536000, immutable' : 'no-store',
            'x-content-type-options': 'nosniff',
            'cross-origin-resource-policy': 'same-origin',
            vary: 'accept-encoding',
          })
          if (!brotli) return text
          compressed ??= compress(text)
          reply.header('content-encoding', 'br')
          return compressed
        },
      })
    }
  }
  return { base: `fichiers/${version}/`, routes }
}

export const FORM_BYTES = 16 * 1024

/** Returns the headers of a page that has this Content-Security-Policy and must not be cached. */
export const headersOf = (policy: readonly string[], referrer: 'no-referrer' | 'same-origin') => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy.join('; '),
  'referrer-policy': referrer,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
})

/** Returns the headers of a page that loads nothing from other origins and that only these origins may frame. */
export const pageHeaders = (frameAncestors: readonly string[]) =>
  headersOf(
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      "form-action 'self'",
      "base-uri 'none'",
      `frame-ancestors ${frameAncestors.length > 0 ? frameAncestors.join(' ') : "'none'"}`,
    ],
    'no-referrer',
  )

/**
 * Sends a page about an error. It sets the headers itself, because a request may fail before the hook that sets them.
 */
export function sendErrorPage(reply: FastifyReply, { statusCode, retryAfterSeconds }: Problem, page: string) {
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
  return reply.code(statusCode).headers(pageHeaders([])).send(page)
}

/** Prepares a scope for pages and forms. `frameAncestors` are the origins that may frame them. */
export async function openPageScope(scope: FastifyInstance, frameAncestors: readonly string[]) {
  const headers = pageHeaders(frameAncestors)
  await scope.register(formbody, { bodyLimit: FORM_BYTES })
  scope.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    // With a final slash, the relative links of the page would be one level too deep.
    const [address = ''] = request.originalUrl.split('?', 1)
    const path = withoutFinalSlashes(address)
    if (path === address || path === '') return
    const query = request.originalUrl.slice(address.length)
    return reply.redirect(`../${path.slice(path.lastIndexOf('/') + 1)}${query}`, 308)
  })
}
