import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { Problem } from '../platform/http/problem.ts'
import type { Log } from '../platform/log.ts'
import { type Built, type BuiltFile, buildConsole } from './build.ts'
import { consolePage, failedPage, headersWith } from './page.ts'

const config = { access: 'open' } as const

/** The console: one page for every address under `/console`, and its files. It is built when it is first asked for. */
export const consoleRoutes =
  (log: Log, build: () => Promise<Built> = buildConsole): FastifyPluginAsyncTypebox =>
  async app => {
    let building: Promise<Built> | undefined
    /** Who asks while it is built waits for the same build. One that fails is tried again by the next who asks. */
    const built = () =>
      (building ??= build().catch(error => {
        building = undefined
        throw error
      }))

    for (const url of ['/console', '/console/*'])
      app.get(url, { config, schema: { hide: true, summary: 'The console' } }, async (_request, reply) => {
        const nonce = randomBytes(16).toString('base64')
        reply.headers(headersWith(nonce))
        try {
          return consolePage(await built(), nonce)
        } catch (error) {
          log.error({ err: error }, 'The console could not be built')
          return reply.code(503).send(failedPage())
        }
      })

    app.get(
      '/console/fichiers/:name',
      {
        config,
        schema: {
          hide: true,
          summary: "The console's files",
          params: Type.Object({ name: Type.String({ maxLength: 100 }) }),
        },
      },
      async ({ params, headers }, reply) => {
        const file = (await built()).files.find(({ name }) => name === params.name)
        if (!file) throw new Problem(404, 'fichier-inconnu', `The console has no file ${params.name}`)
        const { encoding, body } = bodyFor(file, String(headers['accept-encoding'] ?? ''))
        reply.headers({
          'content-type': file.type,
          // Another content has another name.
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-origin',
          vary: 'accept-encoding',
        })
        if (encoding) reply.header('content-encoding', encoding)
        return reply.send(body)
      },
    )
  }

/** Browsers take Brotli over https alone. */
function bodyFor({ plain, brotli, gzip }: BuiltFile, accepted: string) {
  if (/\bbr\b/.test(accepted)) return { encoding: 'br', body: brotli }
  if (/\bgzip\b/.test(accepted)) return { encoding: 'gzip', body: gzip }
  return { encoding: undefined, body: plain }
}
