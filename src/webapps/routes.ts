import { randomBytes } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import type { Log } from '../platform/log.ts'
import { headersOf } from '../platform/pages/serve.ts'
import { Problem } from '../platform/problem.ts'
import { buildWebApp, packages as installed, needsPackages } from './build.ts'
import { noticePolicy, renderFailedPage, renderInstallingPage } from './notice.ts'
import { InstallError, type Packages } from './packages.ts'
import type { Build, BuiltFile, WebApp } from './web-app.ts'

const config = { access: 'open' } as const

const REFRESH_SECONDS = 2

type Options = {
  webApp: WebApp
  log: Log
  /** Replaced only in tests, by the packages of another folder or a failing build. */
  packages?: Packages
  build?: (webApp: WebApp) => Promise<Build>
}

/**
 * Routes of a web app: one page for every address under its base, and its files. A request for the page installs
 * missing packages and shows the progress meanwhile; the first request after that builds the web app.
 */
export const webAppRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { webApp, log, packages = installed, build = buildWebApp },
) => {
  let building: Promise<Build> | undefined
  /** The error of a failed installation that no page has shown yet. */
  let failure: unknown

  /** Builds once for all requests. After a failed build, the next request builds again. */
  const startBuild = () =>
    (building ??= build(webApp).catch(error => {
      building = undefined
      throw error
    }))

  const isInstalling = async () =>
    !building && (packages.progress() !== undefined || (await needsPackages(webApp, packages)))

  async function built() {
    if (await isInstalling())
      throw new Problem(503, 'service-indisponible', `${webApp.title} is not installed yet`)
    return startBuild()
  }

  const showFailure = (reply: FastifyReply, nonce: string, error: unknown) =>
    reply
      .code(503)
      .headers(headersOf(noticePolicy(nonce), 'same-origin'))
      .send(renderFailedPage(webApp.title, nonce, error instanceof InstallError ? error.reason : undefined))

  app.addHook('onClose', async () => packages.stop())

  for (const url of [webApp.base, `${webApp.base}/*`])
    app.get(url, { config, schema: { hide: true, summary: webApp.title } }, async (_request, reply) => {
      const nonce = randomBytes(16).toString('base64')
      if (await isInstalling()) {
        // The waiting page reloads itself and then shows the failure once. The next request installs again.
        if (failure && !packages.progress()) {
          const error = failure
          failure = undefined
          return showFailure(reply, nonce, error)
        }
        packages.install().catch(error => {
          if (failure !== error)
            log.error({ err: error }, 'The packages of the web apps could not be installed')
          failure = error
        })
        const progress = packages.progress() ?? { startedAt: performance.now(), received: 0 }
        return reply
          .code(503)
          .headers({
            ...headersOf(noticePolicy(nonce), 'same-origin'),
            refresh: REFRESH_SECONDS,
            'retry-after': REFRESH_SECONDS,
          })
          .send(renderInstallingPage(webApp.title, nonce, progress))
      }
      try {
        const page = webApp.page(await startBuild(), nonce).markup
        return reply.headers(headersOf(webApp.policy(nonce), 'same-origin')).send(page)
      } catch (error) {
        log.error({ err: error }, `${webApp.title} could not be built`)
        return showFailure(reply, nonce, error)
      }
    })

  for (const name of webApp.staticFiles?.names ?? [])
    app.get(
      `${webApp.base}/${name}`,
      { config, schema: { hide: true, summary: `${name} of ${webApp.title}` } },
      async (_request, reply) => {
        const file = webApp.staticFiles?.make(await built()).find(made => made.name === name)
        return reply
          .headers({
            'content-type': file?.type,
            'x-content-type-options': 'nosniff',
            // Lets a service worker control the app's own address, not only the addresses below it.
            'service-worker-allowed': webApp.base || '/',
          })
          .send(file?.text)
      },
    )

  app.get(`${webApp.base}/fichiers/:name`, {
    config,
    schema: {
      hide: true,
      summary: `The files of ${webApp.title}`,
      params: Type.Object({ name: Type.String({ maxLength: 100 }) }),
    },
    handler: async ({ params, headers }, reply) => {
      const file = (await built()).files.find(({ name }) => name === params.name)
      if (!file) throw new Problem(404, 'fichier-inconnu', `${webApp.title} has no file ${params.name}`)
      const { encoding, body } = bodyFor(file, String(headers['accept-encoding'] ?? ''))
      reply.headers({
        'content-type': file.type,
        // The name changes with the content.
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        vary: 'accept-encoding',
      })
      if (encoding) reply.header('content-encoding', encoding)
      return reply.send(body)
    },
  })
}

/** Returns the most compressed body that the browser accepts. Browsers accept Brotli only over https. */
function bodyFor({ plain, brotli, gzip }: BuiltFile, accepted: string) {
  if (/\bbr\b/.test(accepted)) return { encoding: 'br', body: brotli }
  if (/\bgzip\b/.test(accepted)) return { encoding: 'gzip', body: gzip }
  return { encoding: undefined, body: plain }
}
