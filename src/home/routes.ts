import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { pageOrData, prefers, sendData } from '../platform/http/accept.ts'
import { Shape } from '../platform/http/pages.ts'
import { pageFiles } from '../platform/pages/files.ts'
import { pageHeaders } from '../platform/pages/scope.ts'
import { ICON_SVG } from './icon.ts'
import { type About, homePage, style } from './page.ts'

const Home = Shape('Accueil', {
  nom: Type.Literal('Comptoir'),
  version: Type.String(),
  domaines: Type.Array(Type.String(), { description: 'The areas that this process serves' }),
  evenements: Type.Union([Type.Literal('rabbitmq'), Type.Literal('interne')], {
    description: 'How events travel: through a broker, or inside the process',
  }),
  exemple: Type.Boolean({ description: 'Whether the sample shop was asked for' }),
  demonstration: Type.Boolean({ description: 'No keys are configured: everybody has every right' }),
  liens: Type.Record(Type.String(), Type.String(), { description: 'Where to go, from here' }),
})

const LINKS = {
  boutique: '/boutique',
  console: '/console',
  interface: '/api/swagger',
  document: '/api/swagger/json',
  sante: '/health',
}

/** `/`: a page for a browser, data with links for a program; and the icon that browsers ask every host for. */
export const homeRoutes =
  (about: About): FastifyPluginAsyncTypebox =>
  async app => {
    const files = pageFiles('', [['accueil.css', 'text/css', style]])
    await app.register(files.routes)

    app.get(
      '/',
      {
        config: { access: 'open' },
        schema: {
          tags: ['system'],
          operationId: 'home',
          summary: 'What this server is and where to go: a page, or its data',
          response: {
            200: pageOrData(Home),
          },
        },
      },
      async (request, reply) => {
        reply.header('vary', 'accept')
        if (prefers(request, 'text/html', 'application/json'))
          return reply
            .headers({ ...pageHeaders([]), 'content-type': 'text/html; charset=utf-8' })
            .send(homePage(about, `/${files.base}accueil.css`))
        return sendData(reply, { nom: 'Comptoir', ...about, liens: LINKS })
      },
    )

    app.get(
      '/favicon.ico',
      { config: { access: 'open' }, schema: { hide: true, summary: 'The icon' } },
      (_request, reply) =>
        reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(ICON_SVG),
    )
  }
