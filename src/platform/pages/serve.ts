import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import formbody from '@fastify/formbody'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { withoutFinalSlashes } from '../text.ts'

const compress = promisify<string, Buffer>(brotliCompress)

type PageFile = readonly [name: string, type: 'text/css' | 'text/javascript', text: string]

/** The look that all pages have; a page's own style comes after it. */
export const baseStyle = readFileSync(new URL('base.css', import.meta.url), 'utf8')

/**
 * The style and scripts of pages that lie in one folder, pressed once, when they are first asked for. `base` leads to them from
 * that folder: another content has another address, so that browsers may keep them.
 */
export function pageFiles(folder: string, files: readonly PageFile[]) {
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
            // A process of another version, beside this one during a change, gives its own; nobody is to keep that.
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

/** Headers of a page with this Content-Security-Policy, which no cache stores. */
export const headersOf = (policy: readonly string[], referrer: 'no-referrer' | 'same-origin') => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy.join('; '),
  'referrer-policy': referrer,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
})

/** Nothing foreign runs or is requested, and only these origins may frame the page. */
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

/** Makes a scope one of pages and their forms. `frameAncestors`: who may frame them. */
export async function openPageScope(scope: FastifyInstance, frameAncestors: readonly string[]) {
  const headers = pageHeaders(frameAncestors)
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
