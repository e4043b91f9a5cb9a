import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRangeCheck, networkOf } from '../network.ts'
import { Problem } from '../problem.ts'
import { arrivalOf, endConnection, limitArrival, type TransportSettings } from './arrival.ts'

/** The maximum length of a request line. Node.js itself limits line and headers together to 16 kB. */
const LINE_BYTES = 8_192

/** Refuses long addresses, except in calls between areas. The caller must be known. */
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
  /** The maximum number of open connections of one address without a key. */
  most: number
  /** Seconds that a response waits for a reader who does not read. */
  seconds: number
  /** Their connections are not counted, because they carry requests of many callers. */
  trustedProxies: readonly string[]
}

/** `network` is undefined if the connection is not counted. */
type Connection = { network: string | undefined }

const RETRY_S = 30

const tooMany = () =>
  new Problem(429, 'trop-de-requetes', 'Too many connections are open to this address', {
    retryAfterSeconds: RETRY_S,
  })

/**
 * Limits the open connections of one address without a key in this process, and closes those that do not read their
 * responses. Returns the function that stops counting the connection of a trusted caller.
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

  // The timer restarts whenever the reader reads. The next request and the wait for it have separate time limits.
  app.addHook('onSend', ({ raw, caller }, _reply, payload, done) => {
    if (!caller?.trusted && connections.has(raw.socket)) raw.socket.setTimeout(seconds * 1_000)
    done(null, payload)
  })

  return ({ raw, caller }: FastifyRequest) => {
    const connection = caller.trusted ? connections.get(raw.socket) : undefined
    if (connection) release(connection)
  }
}

/** Limits the size and rate of requests. Returns the check to run once the caller of a request is known. */
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
