import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'

const press = promisify<string, Buffer>(brotliCompress)

export type PageFile = readonly [name: string, type: 'text/css' | 'text/javascript', text: string]

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
      let pressed: Promise<Buffer> | undefined
      app.get(
        `${folder}/fichiers/:version/${name}`,
        {
          config: { access: 'open' },
          schema: {
            hide: true,
            summary: `The pages' ${name}`,
            params: Type.Object({ version: Type.String({ maxLength: 50 }) }),
          },
        },
        async ({ params, headers }, reply) => {
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
          pressed ??= press(text)
          reply.header('content-encoding', 'br')
          return pressed
        },
      )
    }
  }
  return { base: `fichiers/${version}/`, routes }
}
