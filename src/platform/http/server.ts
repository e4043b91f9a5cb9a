import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import type { Log } from '../log.ts'
import { checkSchemas } from '../schemas.ts'
import { requestIdFrom } from '../trace.ts'
import { answerBrokenRequest, arrivalOf, bodyLimitOf, type TransportSettings, timesOf } from './arrival.ts'
import { readBodies, unpackBodies } from './bodies.ts'
import { answerConditionally } from './conditional.ts'
import { answerErrors, answerUnreadable, brokenSchema } from './errors.ts'
import { checkNames } from './parameters.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The routes of the server, for the configuration of a gateway. */
    places: RouteEntry[]
  }
}

/** A path that the server answers, with what a proxy in front has to know of it. */
export type RouteEntry = {
  /** Undefined for what belongs to the platform. */
  area: string | undefined
  methods: string[]
  /** Under its area, as routes write it: `/api/things/:id`. */
  path: string
  /** Whether the bare host answers it, too. */
  bare: boolean
  /** Bytes that a body may have; undefined for the usual limit. */
  bodyLimit: number | undefined
  /** Whether its answer never ends by itself. */
  stream: boolean
}

/** Notes every route while it is registered. */
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
 * The server. Routes stand under `/<area>`; a path on the bare host is led to the area that owns it, so that every route
 * exists once and has one contract.
 */
export function createServer({ log, areas, config }: Parts): FastifyInstance {
  const { trustedProxies } = config
  const arrival = arrivalOf(config)
  const routing = { ignoreTrailingSlash: true, maxParamLength: 512 }
  const bare = findMyWay(routing)

  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // The log adds the request id itself: a child for every request would say it twice.
    childLoggerFactory: logger => logger,
    bodyLimit: 1024 * 1024,
    routerOptions: routing,
    forceCloseConnections: 'idle',
    // Requests that still arrive on a closing connection are answered like any other.
    return503OnClosing: false,
    ...(arrival ? timesOf(arrival) : {}),
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: answerUnreadable,
    schemaErrorFormatter: brokenSchema,
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
  const limitOf = (request: FastifyRequest) => bodyLimitOf(request, arrival)
  unpackBodies(app, limitOf)
  readBodies(app, limitOf)
  checkNames(app)
  checkSchemas(app)
  answerErrors(app)
  answerConditionally(app)
  return app
}
