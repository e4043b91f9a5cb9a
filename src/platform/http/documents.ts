import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { mapSchemas, type Operation, withoutOwnKeywords } from './documents/schemas.ts'
import { text } from './yaml.ts'

type PathItem = Record<string, Operation>
type Document = { openapi: string; info: object; paths: Record<string, PathItem>; [key: string]: unknown }

export type Documents = {
  /** The OpenAPI document of one area, or of the whole platform as the bare host serves it. */
  of(area?: string): Document
  /** Adds the document's routes and the page that shows it. */
  serve(app: FastifyInstance, area: string | undefined): void
}

/** Where the page and its assets lie, on the bare host and under each area. */
const PAGES = '/api/swagger/ui'

/** The page comes from a plugin that knows neither access classes nor the bare host; it is open like what it shows. */
export function openPages(app: FastifyInstance) {
  app.addHook('onRoute', route => {
    if (route.url.includes(PAGES)) route.config = { ...route.config, ...hidden.config }
  })
}

const titleOf = (area: string | undefined) => (area ? `Comptoir ${area}` : 'Comptoir')

const hidden = { schema: { hide: true }, config: { access: 'open', bare: false } } as const

type ObjectSchema = { properties?: Record<string, object>; required?: string[] }

/** A property with a default is filled in where it is missing, so nobody needs to send it. */
function optionalWhereDefault<Schema>(schema: Schema): Schema {
  const { properties = {}, required } = (schema ?? {}) as ObjectSchema
  if (!required) return schema
  return { ...schema, required: required.filter(name => !('default' in (properties[name] ?? {}))) }
}

const shown = (item: PathItem): PathItem =>
  Object.fromEntries(
    Object.entries(item).map(([method, operation]) => [method, mapSchemas(operation, withoutOwnKeywords)]),
  )

/** OpenAPI documents derived from the routes: must be registered before them. */
export async function describe(
  app: FastifyInstance,
  options: { version: string; areas: readonly string[] },
): Promise<Documents> {
  const { areas } = options
  const notBare = new Set<string>()
  app.addHook('onRoute', route => {
    if (route.config?.bare === false) notBare.add(route.url)
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Comptoir', version: options.version },
      components: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        },
      },
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: {
        ...schema,
        ...(schema?.querystring ? { querystring: optionalWhereDefault(schema.querystring) } : {}),
        ...(schema?.body ? { body: optionalWhereDefault(schema.body) } : {}),
        security: {
          open: [],
          customer: [{ bearer: [] }, { key: [] }],
          staff: [{ key: [] }],
          internal: [{ key: [] }],
        }[route.config?.access ?? 'internal'],
      } as never,
    }),
  })

  const areaOf = (path: string) => areas.find(area => path.startsWith(`/${area}/`))

  function of(area?: string): Document {
    const document = app.swagger() as unknown as Document
    const paths = Object.entries(document.paths).flatMap(([path, item]) => {
      const owner = areaOf(path)
      const url = path.replaceAll(/\{(\w+)\}/g, ':$1')
      const own = owner === area
      const onBareHost = area === undefined && owner !== undefined && !notBare.has(url)
      if (!own && !onBareHost) return []
      return [[owner ? path.slice(owner.length + 1) : path, shown(item)] as const]
    })
    return {
      ...document,
      info: { ...document.info, title: titleOf(area) },
      servers: [{ url: area ? `/${area}` : '/' }],
      paths: Object.fromEntries(paths.sort(([a], [b]) => (a < b ? -1 : 1))),
    }
  }

  function serve(scope: FastifyInstance, area: string | undefined) {
    scope.get('/api/swagger/json', hidden, () => of(area))
    scope.get('/api/swagger/yaml', hidden, (_request, reply) =>
      reply.type('application/yaml').send(text(of(area))),
    )
    for (const path of ['/api/docs', '/api/swagger'])
      scope.get(path, hidden, ({ originalUrl }, reply) =>
        // Relative, so that it stays under the area's address, behind a proxy too.
        reply.redirect(`${/\/(\?|$)/.test(originalUrl) ? '../' : ''}swagger/ui/`),
      )
    scope.register(swaggerUi, {
      routePrefix: PAGES,
      indexPrefix: area ? `/${area}` : '',
      theme: { title: titleOf(area) },
      transformSpecification: () => of(area),
      transformSpecificationClone: false,
      // The whole interface is long: its page shows the tags, and what is in them when asked.
      uiConfig: { layout: 'BaseLayout', filter: true, docExpansion: area ? 'list' : 'none' },
    })
  }

  return { of, serve }
}
