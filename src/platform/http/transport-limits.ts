import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createOpenCounter } from '../limits/limits.ts'
import { createRangeCheck, networkOf } from '../network.ts'
import { Problem } from '../problem.ts'
import { endConnection, limitArrival, type TransportSettings } from './arrival.ts'
import { isGuarded } from './caller.ts'

/** The maximum length of a request line. Node.js itself limits line and headers together to 16 kB. */
const LINE_BYTES = 8_192

/** Throws a 414 for a long request line, except in calls between areas. The caller must be known. */
function checkRequestLine({ raw, originalUrl, method, caller }: FastifyRequest) {
  const line = `${method} ${originalUrl} HTTP/${raw.httpVersion}`.length
  if (line <= LINE_BYTES) return
  // Calls between areas of one process have no open socket.
  if (caller.agent?.isPlatform || raw.socket.readyState !== 'open') return
  throw new Problem(
    414,
    'adresse-trop-longue',
    `The request line has ${line} bytes; at most ${LINE_BYTES} are accepted`,
  )
}

const RETRY_S = 30

const tooMany = () =>
  new Problem(429, 'trop-de-requetes', 'Too many connections are open to this address', {
    retryAfterSeconds: RETRY_S,
  })

/**
 * Limits the open connections of one address without a key in this process, and closes those whose clients do not read
 * their responses. Returns the function that stops counting the connection of a trusted caller.
 */
function limitConnections(app: FastifyInstance, settings: TransportSettings) {
  const { connectionsAtOnce, answerSeconds, trustedProxies } = settings
  // Connections of trusted proxies are not counted, because they carry requests of many callers.
  const isProxy = createRangeCheck(trustedProxies)
  const open = createOpenCounter(connectionsAtOnce)
  const connections = new WeakMap<Socket, () => void>()

  app.server.on('connection', socket => {
    const { remoteAddress = '' } = socket
    const release = isProxy(remoteAddress) ? () => {} : open(networkOf(remoteAddress))
    if (!release) return endConnection(socket, tooMany())
    connections.set(socket, release)
    socket.once('close', release)
  })

  app.addHook('onSend', ({ raw, caller }, reply, payload, done) => {
    if (caller?.trusted) return done(null, payload)
    // The timeout restarts whenever the client reads. The next request and the wait for it have their own time limits.
    if (connections.has(raw.socket)) raw.socket.setTimeout(answerSeconds * 1_000)
    // Otherwise Node.js would receive the rest of the body, which may be endless, in order to reuse the connection.
    if (!raw.complete && raw.headers['transfer-encoding'] !== undefined) reply.header('connection', 'close')
    done(null, payload)
  })

  return ({ raw, caller }: FastifyRequest) => {
    if (caller.trusted) connections.get(raw.socket)?.()
  }
}

/**
 * Limits the request line and, once keys are configured, the connections and the arrival of requests. Returns the check to
 * run once the caller of a request is known.
 */
export function limitTransport(app: FastifyInstance, settings: TransportSettings) {
  if (!isGuarded(settings)) return checkRequestLine
  const checkArrival = limitArrival(app, settings)
  const releaseTrusted = limitConnections(app, settings)
  return (request: FastifyRequest, reply: FastifyReply) => {
    checkRequestLine(request)
    checkArrival(request, reply)
    releaseTrusted(request)
  }
}
