import { readFileSync } from 'node:fs'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { cardBrand, cardDigits, cardExpiry, isExpired } from '../card.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** The rules of a card as the server has them: the browser gets the text of the same functions. */
const rules = [cardDigits, cardBrand, cardExpiry, isExpired].map(rule => `export ${rule}\n`).join('\n')

const files = [
  ['page.css', 'text/css', read('page.css')],
  ['page.js', 'text/javascript', read('page.js')],
  ['card.js', 'text/javascript', rules],
] as const

/** The page's style and scripts. */
export const pageFiles: FastifyPluginAsyncTypebox = async app => {
  for (const [name, type, content] of files)
    app.get(
      `/paiement/${name}`,
      { config: { access: 'open' }, schema: { hide: true, summary: `The payment page's ${name}` } },
      (_request, reply) =>
        reply
          .headers({
            'content-type': `${type}; charset=utf-8`,
            'cache-control': 'public, max-age=3600',
            'x-content-type-options': 'nosniff',
            'cross-origin-resource-policy': 'same-origin',
          })
          .send(content),
    )
}
