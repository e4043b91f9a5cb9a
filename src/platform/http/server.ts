import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import type { Log } from '../log.ts'
import { setSchemaCompilers } from '../schemas.ts'
import { requestIdFrom } from '../trace.ts'
import { bodyLimitOf, handleClientError, nodeTimeouts, type TransportSettings } from './arrival.ts'
import { decompressBodies, parseBodies } from './bodies.ts'
import { isGuarded } from './caller.ts'
import { handleConditionalReads } from './conditional.ts'
import { handleErrors, handleRoutingError, schemaProblem } from './errors.ts'
import { refuseUnknownNames } from './parameters.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The routes of the server, for the configuration of a gateway. */
    places: RouteEntry[]
  }
}

/** A path of the server, with the properties that a proxy in front needs to know. */
export type RouteEntry = {
  /** Undefined for routes of the platform. */
  area: string | undefined
  methods: string[]
  /** Without the area's prefix, in route syntax: `/api/things/:id`. */
  path: string
  /** Whether it also exists on the bare host. */
  bare: boolean
  /** The maximum body size in bytes; undefined for the default. */
  bodyLimit: number | undefined
  /** Whether its response is an endless stream. */
  stream: boolean
}

/** Fills `app.places`. It must run before any route is registered, because `onRoute` does not see earlier ones. */
function recordRoutes(app: FastifyInstance, areas: readonly string[]) {
  app.decorate('places', [])
  app.addHook('onRoute', ({ method, url, config, bodyLimit }) => {
    const first = url.split('/', 2)[1] ?? ''
    const area = areas.includes(first) ? first : undefined
    app.places.push({
      area,
      methods: [method].flat(),
      path: area ? url.slice(area.length + 1) : url,
      bare: area === undefined || config?.bare !== false,
      bodyLimit,
      stream: config?.stream === true,
    })
  })
}

type Parts = {
  log: Log
  areas: readonly string[]
  config: TransportSettings
}

/**
 * Creates the server. Routes have the prefix `/<area>`; a path on the bare host is rewritten to the area that owns it, so
 * that every route exists once.
 */
export function createServer({ log, areas, config }: Parts): FastifyInstance {
  const { trustedProxies } = config
  const routing = { ignoreTrailingSlash: true, maxParamLength: 512 }
  const bare = findMyWay(routing)

  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // The log itself adds the request id, which a child logger for every request would repeat.
    childLoggerFactory: logger => logger,
    bodyLimit: 1024 * 1024,
    routerOptions: routing,
    forceCloseConnections: 'idle',
    // Requests that still arrive on a closing connection are handled like all others.
    return503OnClosing: false,
    ...(isGuarded(config) ? nodeTimeouts(config) : {}),
    clientErrorHandler: handleClientError,
    frameworkErrors: handleRoutingError,
    schemaErrorFormatter: schemaProblem,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    genReqId: request => requestIdFrom(request.headers['x-request-id']),
    rewriteUrl: request => {
      const url = request.url ?? '/'
      const first = url.split(/[/?]/, 2)[1] ?? ''
      if (areas.includes(first)) return url
      const end = url.indexOf('?')
      const owner = bare.find(request.method as HTTPMethod, end < 0 ? url : url.slice(0, end))
      return owner ? `/${owner.store}${url}` : url
    },
  })

  recordRoutes(app, areas)
  app.addHook('onRoute', ({ method, url, config }) => {
    const area = url.split('/', 2)[1] ?? ''
    if (!areas.includes(area) || config?.bare === false) return
    bare.on([method].flat() as HTTPMethod[], url.slice(area.length + 1), () => {}, area)
  })
  const limitOf = (request: FastifyRequest) => bodyLimitOf(request, config)
  decompressBodies(app, limitOf)
  parseBodies(app, limitOf)
  refuseUnknownNames(app)
  setSchemaCompilers(app)
  handleErrors(app)
  handleConditionalReads(app)
  return app
}
