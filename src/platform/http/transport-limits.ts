import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { createRangeCheck, networkOf } from '../network.ts'
import { Problem } from '../problem.ts'
import { arrivalOf, endConnection, limitArrival, type TransportSettings } from './arrival.ts'

/** Bytes of a request's first line. Node.js itself bounds line and headers together, at 16 kB. */
const LINE_BYTES = 8_192

/** Refuses long addresses, except those by which areas ask one another. Needs to know who calls. */
function limitRequestLine(app: FastifyInstance) {
  app.addHook('onRequest', ({ raw, originalUrl, method, caller }, _reply, done) => {
    const line = `${method} ${originalUrl} HTTP/${raw.httpVersion}`.length
    // Calls between areas of one process have no open socket.
    const isOwn = caller.agent?.isPlatform || raw.socket.readyState === undefined
    done(
      line > LINE_BYTES && !isOwn
        ? new Problem(
            414,
            'adresse-trop-longue',
            `The address makes a line of ${line} bytes; ${LINE_BYTES} are the most`,
          )
        : undefined,
    )
  })
}

type ConnectionLimits = {
  /** Connections that one address without a key may have open. */
  most: number
  /** Seconds that an answer waits for a reader who takes nothing of it. */
  seconds: number
  /** Their connections carry the requests of many. */
  trustedProxies: readonly string[]
}

/** Undefined where the connection is not counted. */
type Connection = { network: string | undefined }

const RETRY_S = 30

const tooMany = () =>
  new Problem(429, 'trop-de-requetes', 'Too many connections are open to this address', {
    retryAfterSeconds: RETRY_S,
  })

/**
 * Bounds the connections that one address without a key has open in this process, and ends those that do not read their
 * answers. Needs to know who calls.
 */
function limitConnections(app: FastifyInstance, limits: ConnectionLimits) {
  const { most, seconds, trustedProxies } = limits
  const isProxy = createRangeCheck(trustedProxies)
  const connections = new WeakMap<Socket, Connection>()
  const counts = new Map<string, number>()

  function release(connection: Connection) {
    const { network } = connection
    if (network === undefined) return
    connection.network = undefined
    const left = (counts.get(network) ?? 1) - 1
    if (left > 0) counts.set(network, left)
    else counts.delete(network)
  }

  app.server.on('connection', socket => {
    const { remoteAddress = '' } = socket
    const network = isProxy(remoteAddress) ? undefined : networkOf(remoteAddress)
    if (network !== undefined) {
      const open = counts.get(network) ?? 0
      if (open >= most) return endConnection(socket, tooMany())
      counts.set(network, open + 1)
    }
    const connection = { network }
    connections.set(socket, connection)
    socket.once('close', () => release(connection))
  })

  app.addHook('onRequest', ({ raw, caller }, _reply, done) => {
    const connection = connections.get(raw.socket)
    if (connection && caller.trusted) release(connection)
    done()
  })

  // The time begins anew whenever the reader takes something. A next request or the wait for one has times of its own.
  app.addHook('onSend', ({ raw, caller }, _reply, payload, done) => {
    if (!caller?.trusted && connections.has(raw.socket)) raw.socket.setTimeout(seconds * 1_000)
    done(null, payload)
  })
}

/** Bounds what callers send and how they send it, before any route sees it. Needs to know who calls. */
export function limitTransport(app: FastifyInstance, settings: TransportSettings) {
  limitRequestLine(app)
  const arrival = arrivalOf(settings)
  if (!arrival) return
  limitArrival(app, arrival)
  const { connectionsAtOnce: most, answerSeconds: seconds, trustedProxies } = settings
  limitConnections(app, { most, seconds, trustedProxies })
}
