import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticateCallers } from './callers.ts'
import type { Config } from './config.ts'
import { auditChanges, changeOf } from './platform/audit/audit.ts'
import { createKeyUseHook } from './platform/audit/key-uses.ts'
import type { Clock } from './platform/clock.ts'
import type { DatabasePool } from './platform/database/database.ts'
import { checkAccess, requireAccessClasses } from './platform/http/access.ts'
import { refuseNul } from './platform/http/bodies.ts'
import { limitStreams } from './platform/http/call-limits.ts'
import type { Caller, Forwarding } from './platform/http/caller.ts'
import type { Guard } from './platform/http/guard.ts'
import { allowOrigins, createHstsHook, createLoopbackCheck, originsOf } from './platform/http/origins.ts'
import { createProxyWarning, normalizeForwarding } from './platform/http/proxies.ts'
import type { ConfiguredKey } from './platform/http/rights.ts'
import { endSpan, startSpan } from './platform/http/traced-requests.ts'
import { limitTransport } from './platform/http/transport-limits.ts'
import type { Limits } from './platform/limits/limits.ts'
import type { Log } from './platform/log.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import type { Peers } from './platform/peers/peers.ts'
import { type Tracer, withChange, withRequest } from './platform/trace.ts'

type Parts = {
  config: Config
  guard: Guard
  /** Asks whether the platform is claimed, while that is unknown. */
  askInstallation: () => Promise<void>
  /** The keys of callers that need no lookup. */
  keys: readonly ConfiguredKey[]
  areas: readonly string[]
  db: DatabasePool
  clock: Clock
  log: Log
  /** Undefined if requests are not traced. */
  tracer: Tracer | undefined
  limits: Limits
  peers: Peers
  forwarding: Forwarding
  metrics: Metrics
}

/**
 * Adds the steps that every request passes before its handler and after its response, in this order. A step refuses a
 * request by throwing a Problem. It returns a promise only to look up a caller or to record the use of a key: a promise
 * for each step would cost more than the steps themselves.
 */
export async function handleRequests(server: FastifyInstance, parts: Parts) {
  const { config, guard, askInstallation, areas, db, clock, log, tracer, limits, metrics } = parts
  const warnOfUntrustedProxy = createProxyWarning(log, config.trustedProxies)
  const addHttpsHeader = createHstsHook(config)
  server.decorateRequest('caller')
  server.decorateRequest('span', undefined)

  server.addHook('onRequest', (request, reply, done) => {
    // Responses depend on the caller, so only a private cache may store them, and it must revalidate them. Routes with
    // public responses, or with responses that must not be stored, override this header.
    reply.header('x-request-id', request.id).header('cache-control', 'private, no-cache')
    refuseNul(request)
    normalizeForwarding(request)
    warnOfUntrustedProxy(request)
    addHttpsHeader(request, reply)
    withRequest(request.id, done, tracer && startSpan(tracer, request, reply))
  })

  // Precedes the identification of the caller, because preflight requests have no credentials.
  const origins = originsOf(config.shopOrigins)
  await allowOrigins(server, origins)

  const checkLoopback = createLoopbackCheck(config.publicUrl, origins)
  const identify = authenticateCallers(server, parts)
  const checkTransport = limitTransport(server, config)
  const auditRefusal = auditChanges(server, { db, clock, log })
  const auditKeyUse = createKeyUseHook({ db, clock, log, limits, areas })
  limitStreams(server, config.streamsAtOnce)
  requireAccessClasses(server)

  // A process that started before that of accounts must neither admit nor refuse callers by guess.
  if (!areas.includes('accounts'))
    server.addHook('onRequest', (_request, _reply, done) => {
      if (guard.isUnknown) void askInstallation().finally(done)
      else done()
    })

  server.addHook('onRequest', (request, reply, done) => {
    if (!guard.on) checkLoopback(request)
    const caller = identify(request)
    const admitted =
      caller instanceof Promise
        ? caller.then(each => admit(request, reply, each))
        : admit(request, reply, caller)
    const enter = () => {
      const { id, change } = request
      if (change) withChange(id, change, done)
      else done()
    }
    if (admitted) admitted.then(enter, done)
    else enter()
  })

  /**
   * Checks a request once its caller is known. Returns a promise if the use of a key is new or a token must be looked up.
   */
  function admit(request: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<unknown> | undefined {
    request.caller = caller
    checkTransport(request, reply)
    request.change = changeOf(request)
    const audited = auditKeyUse(request)
    return audited ? audited.then(() => checkAccess(request)) : checkAccess(request)
  }

  server.addHook('onResponse', (request, reply, done) => {
    logRequest(log, request, reply)
    metrics.observe(request, reply)
    if (request.span) endSpan(request.span, reply.statusCode)
    auditRefusal(request, reply)
    done()
  })
}

/** Reads are frequent, so they are logged only at debug, unless the server fails. Other requests are logged at info. */
function logRequest(log: Log, request: FastifyRequest, reply: FastifyReply) {
  const { method, routeOptions, caller, refusal } = request
  const { statusCode } = reply
  const level = statusCode < 500 && (method === 'GET' || method === 'HEAD') ? 'debug' : 'info'
  if (log.isLevelEnabled(level))
    log[level](
      {
        ...{ method, route: routeOptions.url, statusCode, ms: Math.round(reply.elapsedTime) },
        ...(caller && { caller: kindOf(caller) }),
        ...(refusal !== undefined && { code: refusal }),
      },
      'request',
    )
}

/** Returns the kind of a caller, by the credential sent; a customer's token may be invalid. */
function kindOf({ agent, token }: Caller) {
  if (agent) return agent.isPlatform ? 'peer' : agent.kind === 'cle' ? 'key' : 'staff'
  return token === undefined ? 'anonymous' : 'customer'
}
