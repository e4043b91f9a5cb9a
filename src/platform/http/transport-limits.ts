import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRangeCheck, networkOf } from '../network.ts'
import { Problem } from '../problem.ts'
import { arrivalOf, endConnection, limitArrival, type TransportSettings } from './arrival.ts'

/** Bytes of a request's first line. Node.js itself bounds line and headers together, at 16 kB. */
const LINE_BYTES = 8_192

/** Refuses long addresses, except those by which areas ask one another. Needs to know who calls. */
function checkRequestLine({ raw, originalUrl, method, caller }: FastifyRequest) {
  const line = `${method} ${originalUrl} HTTP/${raw.httpVersion}`.length
  if (line <= LINE_BYTES) return
  // Calls between areas of one process have no open socket.
  if (caller.agent?.isPlatform || raw.socket.readyState === undefined) return
  throw new Problem(
    414,
    'adresse-trop-longue',
    `The address makes a line of ${line} bytes; ${LINE_BYTES} are the most`,
  )
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
 * answers. Returns the step that stops counting the connection of a trusted caller.
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

  // The time begins anew whenever the reader takes something. A next request or the wait for one has times of its own.
  app.addHook('onSend', ({ raw, caller }, _reply, payload, done) => {
    if (!caller?.trusted && connections.has(raw.socket)) raw.socket.setTimeout(seconds * 1_000)
    done(null, payload)
  })

  return ({ raw, caller }: FastifyRequest) => {
    const connection = caller.trusted ? connections.get(raw.socket) : undefined
    if (connection) release(connection)
  }
}

/** Bounds what callers send and how they send it. Returns the check of a request whose caller is known. */
export function limitTransport(app: FastifyInstance, settings: TransportSettings) {
  const arrival = arrivalOf(settings)
  if (!arrival) return checkRequestLine
  const checkArrival = limitArrival(app, arrival)
  const { connectionsAtOnce: most, answerSeconds: seconds, trustedProxies } = settings
  const releaseTrusted = limitConnections(app, { most, seconds, trustedProxies })
  return (request: FastifyRequest, reply: FastifyReply) => {
    checkRequestLine(request)
    checkArrival(request, reply)
    releaseTrusted(request)
  }
}
