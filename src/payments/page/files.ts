import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { cardBrand, cardDigits, cardExpiry, groupDigits, isExpired, withSlash } from '../cards/card.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** The rules of a card as the server has them: the browser gets the text of the same functions. */
const rules = [cardDigits, cardBrand, cardExpiry, groupDigits, isExpired, withSlash]
  .map(rule => `export ${rule}\n`)
  .join('\n')

const files = [
  ['page.css', 'text/css', read('page.css')],
  ['page.js', 'text/javascript', read('page.js')],
  ['card.js', 'text/javascript', rules],
] as const

const version = createHash('sha256').update(JSON.stringify(files)).digest('base64url').slice(0, 12)

/** Where the files lie, from the folder of the links. Another content has another address. */
export const base = `fichiers/${version}/`

/** The page's style and scripts, pressed once, at the start. */
export const pageFiles: FastifyPluginAsyncTypebox = async app => {
  for (const [name, type, text] of files) {
    const pressed = brotliCompressSync(text)
    app.get(
      `/paiement/fichiers/:version/${name}`,
      {
        config: { access: 'open' },
        schema: {
          hide: true,
          summary: `The payment page's ${name}`,
          params: Type.Object({ version: Type.String({ maxLength: 50 }) }),
        },
      },
      ({ params, headers }, reply) => {
        const brotli = /\bbr\b/.test(String(headers['accept-encoding'] ?? ''))
        reply.headers({
          'content-type': `${type}; charset=utf-8`,
          // A process of another version, beside this one during a change, gives its own; nobody is to keep that.
          'cache-control': params.version === version ? 'public, max-age=31536000, immutable' : 'no-store',
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-origin',
          vary: 'accept-encoding',
        })
        return brotli ? reply.header('content-encoding', 'br').send(pressed) : reply.send(text)
      },
    )
  }
}
