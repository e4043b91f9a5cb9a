import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import type { DatabasePool } from '../platform/database/database.ts'
import { pageOrData, prefers, sendData } from '../platform/http/accept.ts'
import { addRoutes } from '../platform/http/add-routes.ts'
import { ping } from '../platform/metrics/database-gauges.ts'
import { pictureHeaders } from '../platform/pages/pictures.ts'
import { createPageFiles, pageHeaders } from '../platform/pages/serve.ts'
import { Problem } from '../platform/problem.ts'
import { ICON_SVG } from '../webapps/web-app.ts'
import { type Health, Home, renderHomePage, type ServerState, style } from './page.ts'

const LINKS = {
  console: '/console',
  interface: '/api/swagger',
  document: '/api/swagger/json',
  sante: '/health',
}

type Parts = {
  /** Returns the state at the time of a request. */
  describe: () => ServerState
  db: DatabasePool
  /** Base addresses of areas in other processes, by name. */
  areaUrls: Readonly<Record<string, string>>
}

const HEALTH_MS = 2_000

/** Returns the health of the areas of this process, which share its database, and of those elsewhere. */
async function readHealth({ describe, db, areaUrls }: Parts): Promise<Health> {
  const { domaines } = describe()
  const isHere = ping(db).then(
    () => true,
    () => false,
  )
  const isUp = (url: string) =>
    fetch(`${url}/health`, { signal: AbortSignal.timeout(HEALTH_MS) }).then(
      ({ ok }) => ok,
      () => false,
    )
  const elsewhere = Object.entries(areaUrls).filter(([name]) => !domaines.includes(name))
  return Promise.all([
    ...domaines.map(async name => [name, await isHere] as const),
    ...elsewhere.map(async ([name, url]) => [name, await isUp(url)] as const),
  ])
}

/** Routes for `/` (a page for browsers, data with links for programs) and for the icon that browsers request. */
export const homeRoutes: FastifyPluginAsyncTypebox<Parts> = async (app, parts) => {
  const files = createPageFiles('', [['accueil.css', 'text/css', style]])
  await addRoutes(app, {}, files.routes)

  app.get('/', {
    config: { access: 'open' },
    schema: {
      tags: ['system'],
      operationId: 'home',
      summary: 'Describe the server',
      description:
        'Lists the areas, documents and pages that the server offers. Answers with a page, or with JSON where `Accept` prefers it.',
      response: {
        200: pageOrData(Home),
      },
    },
    handler: async (request, reply) => {
      reply.header('vary', 'accept')
      if (prefers(request, 'text/html', 'application/json'))
        return reply
          .headers(pageHeaders([]))
          .send(renderHomePage(parts.describe(), await readHealth(parts), `/${files.base}accueil.css`))
      const { boutique, nomBoutique: _name, production: _production, ...state } = parts.describe()
      const liens = { ...(boutique ? { boutique: '/boutique' } : {}), ...LINKS }
      return sendData(reply, { nom: 'Comptoir', ...state, liens })
    },
  })

  app.get(
    '/favicon.ico',
    { config: { access: 'open' }, schema: { hide: true, summary: 'The icon' } },
    (_request, reply) =>
      reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(ICON_SVG),
  )
}

/** Draws the sample pictures. Called on first use, so that servers that never show them do not hold them in memory. */
async function draw() {
  const { drawSamplePictures } = await import('../../sample/pictures/pictures.ts')
  return drawSamplePictures()
}

/** Routes for the pictures of the sample products. Shops of other origins may embed them too. */
export const samplePictureRoutes: FastifyPluginAsyncTypebox = async app => {
  let drawn: ReturnType<typeof draw> | undefined
  app.get('/exemple/images/:name', {
    config: { access: 'open' },
    schema: {
      hide: true,
      summary: "A picture of the sample shop's",
      params: Type.Object({ name: Type.String({ maxLength: 50 }) }),
    },
    handler: async ({ params: { name } }, reply) => {
      const [, ean = ''] = /^(\d+)\.svg$/.exec(name) ?? []
      drawn ??= draw().catch(error => {
        drawn = undefined
        throw error
      })
      const picture = (await drawn).get(ean)
      if (!picture) throw new Problem(404, 'fichier-inconnu', `Picture ${name} not found`)
      return reply
        .headers(pictureHeaders('image/svg+xml', 'cross-origin'))
        .header('cache-control', 'public, max-age=86400')
        .send(picture)
    },
  })
}
