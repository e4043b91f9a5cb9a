import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { Problem } from '../platform/http/problem.ts'
import type { Log } from '../platform/log.ts'
import { buildWebApp } from './build.ts'
import { failedPage, headersOf } from './page.ts'
import type { Built, BuiltFile, WebApp } from './web-app.ts'

const config = { access: 'open' } as const

/** A web app: one page for every address under its base, and its files. It is built when it is first asked for. */
export const webAppRoutes =
  (
    webApp: WebApp,
    log: Log,
    build: () => Promise<Built> = () => buildWebApp(webApp),
  ): FastifyPluginAsyncTypebox =>
  async app => {
    let building: Promise<Built> | undefined
    /** Who asks while it is built waits for the same build. One that fails is tried again by the next who asks. */
    const built = () =>
      (building ??= build().catch(error => {
        building = undefined
        throw error
      }))

    for (const url of [webApp.base, `${webApp.base}/*`])
      app.get(url, { config, schema: { hide: true, summary: webApp.title } }, async (_request, reply) => {
        const nonce = randomBytes(16).toString('base64')
        reply.headers(headersOf(webApp.policy(nonce)))
        try {
          return webApp.page(await built(), nonce).markup
        } catch (error) {
          log.error({ err: error }, `${webApp.title} could not be built`)
          return reply.code(503).send(failedPage(webApp.title))
        }
      })

    for (const name of webApp.beside?.names ?? [])
      app.get(
        `${webApp.base}/${name}`,
        { config, schema: { hide: true, summary: `${name} of ${webApp.title}` } },
        async (_request, reply) => {
          const file = webApp.beside?.make(await built()).find(made => made.name === name)
          return reply
            .headers({
              'content-type': file?.type,
              'x-content-type-options': 'nosniff',
              // A worker's text may answer for the app's address itself, not only for what lies below it.
              'service-worker-allowed': webApp.base || '/',
            })
            .send(file?.text)
        },
      )

    app.get(
      `${webApp.base}/fichiers/:name`,
      {
        config,
        schema: {
          hide: true,
          summary: `The files of ${webApp.title}`,
          params: Type.Object({ name: Type.String({ maxLength: 100 }) }),
        },
      },
      async ({ params, headers }, reply) => {
        const file = (await built()).files.find(({ name }) => name === params.name)
        if (!file) throw new Problem(404, 'fichier-inconnu', `${webApp.title} has no file ${params.name}`)
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
