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

/** Where the page and its assets lie; open like the documents they show. */
export const PAGES = '/api/swagger/ui'

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
    const title = area ? `Comptoir ${area}` : 'Comptoir'
    return {
      ...document,
      info: { ...document.info, title },
      servers: [{ url: area ? `/${area}` : '/' }],
      paths: Object.fromEntries(paths.sort(([a], [b]) => (a < b ? -1 : 1))),
    }
  }

  function serve(scope: FastifyInstance, area: string | undefined) {
    scope.get('/api/swagger/json', hidden, () => of(area))
    scope.get('/api/swagger/yaml', hidden, (_request, reply) =>
      reply.type('application/yaml').send(text(of(area))),
    )
    scope.get('/api/docs', hidden, (_request, reply) => reply.redirect(page(area)))
    scope.get('/api/swagger', hidden, (_request, reply) => reply.redirect(page(area)))
  }

  // One page for all: it offers the platform's document and each area's.
  const page = (area?: string) => `${PAGES}/?urls.primaryName=${area ?? 'comptoir'}`
  await app.register(swaggerUi, {
    routePrefix: PAGES,
    uiConfig: {
      urls: [
        { name: 'comptoir', url: '/api/swagger/json' },
        ...areas.map(area => ({ name: area, url: `/${area}/api/swagger/json` })),
      ],
      layout: 'StandaloneLayout',
    } as never,
  })

  return { of, serve }
}
