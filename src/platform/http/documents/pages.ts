import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { text } from '../yaml.ts'

const hidden = { schema: { hide: true }, config: { access: 'open', bare: false } } as const

/** Where the page and its assets lie, on the bare host and under each area. */
const PAGE = '/api/swagger/ui'

/** The page comes from a plugin that knows neither access classes nor the bare host; it is open like what it shows. */
export function openPages(app: FastifyInstance) {
  app.addHook('onRoute', route => {
    if (route.url.includes(PAGE)) route.config = { ...route.config, ...hidden.config }
  })
}

type Shown = { area: string | undefined; title: string; document: () => object }

/** The document's routes under one address, and the page that shows it. */
export function serveDocument(scope: FastifyInstance, { area, title, document }: Shown) {
  scope.get('/api/swagger/json', hidden, document)
  scope.get('/api/swagger/yaml', hidden, (_request, reply) =>
    reply.type('application/yaml').send(text(document())),
  )
  for (const path of ['/api/docs', '/api/swagger'])
    scope.get(path, hidden, ({ originalUrl }, reply) =>
      // Relative, so that it stays under the area's address, behind a proxy too.
      reply.redirect(`${/\/(\?|$)/.test(originalUrl) ? '../' : ''}swagger/ui/`),
    )
  scope.register(swaggerUi, {
    routePrefix: PAGE,
    indexPrefix: area ? `/${area}` : '',
    theme: { title },
    staticCSP: true,
    transformSpecification: document,
    transformSpecificationClone: false,
    // The whole interface is long: its page shows the tags, and what is in them when asked.
    uiConfig: { layout: 'BaseLayout', filter: true, docExpansion: area ? 'list' : 'none' },
  })
}
