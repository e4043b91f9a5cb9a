import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PlatformSettings } from '../own-settings.ts'
import { Problem } from '../problem.ts'

/** The platform's settings; the type of its parsed API keys does not matter here. */
export type TransportSettings = Omit<PlatformSettings, 'apiKeys'> & { apiKeys: readonly unknown[] }

/** The upload rate is checked over at least this many seconds, so that a sender may pause briefly. */
const PAUSE_S = 10
/** The interval at which late requests are detected. The default of Node.js is 30 seconds. */
const CHECK_MS = 1_000

export const tooLarge = () => new Problem(413, 'corps-trop-grand', 'The body is too large')

/** Returns the maximum body size of a request: the limit of its route, or a lower one for callers without a key. */
export const bodyLimitOf = ({ caller, routeOptions }: FastifyRequest, { requestBytes }: TransportSettings) =>
  caller.trusted ? routeOptions.bodyLimit : Math.min(requestBytes, routeOptions.bodyLimit)

/** Closes a connection, after sending an error response unless another response has begun (`answering`). */
export function endConnection(socket: Socket, problem: Problem, answering = false) {
  const body = JSON.stringify(problem.body)
  const { retryAfterSeconds } = problem
  const retryAfter = retryAfterSeconds ? `Retry-After: ${retryAfterSeconds}\r\n` : ''
  if (socket.writable && !answering)
    socket.write(
      `HTTP/1.1 ${problem.statusCode} ${problem.body.error}\r\nConnection: close\r\n${retryAfter}Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  socket.destroy()
}

/**
 * The latest request with a key on each connection. While it arrives, Node.js's own time limit does not apply, because
 * an import may take long.
 */
const requestsWithKey = new WeakMap<Socket, FastifyRequest>()

/** Whether a response is being sent on a connection. Node.js has no public property for it. */
const isAnswering = (socket: Socket & { _httpMessage?: ServerResponse | null }) =>
  socket._httpMessage?.headersSent ?? false

/** Responds to requests that cannot be parsed or do not arrive in time. */
export function handleClientError(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const request = requestsWithKey.get(socket)
    if (request && !request.raw.complete) return
    return endConnection(socket, new Problem(408, 'delai-depasse', 'The request took too long to arrive'))
  }
  const problem =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Problem(431, 'en-tetes-trop-grands', 'The headers are too large')
      : new Problem(400, 'requete-illisible', 'The request is not valid HTTP')
  endConnection(socket, problem, isAnswering(socket))
}

/** The timeouts that Node.js itself enforces. */
export const nodeTimeouts = ({ requestSeconds }: TransportSettings) => ({
  requestTimeout: requestSeconds * 1_000,
  http: {
    headersTimeout: requestSeconds * 1_000,
    requestTimeout: requestSeconds * 1_000,
    connectionsCheckingInterval: CHECK_MS,
  },
})

type Watched = { request: FastifyRequest; reply: FastifyReply; bytes: number; at: number }

/**
 * Refuses large bodies from callers without a key, and closes the connections of requests with a key that arrive too
 * slowly. Returns the check to run once the caller of a request is known.
 */
export function limitArrival(app: FastifyInstance, { requestBytes, bytesASecond }: TransportSettings) {
  const arriving = new Set<Watched>()

  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.caller.trusted || request.headers['transfer-encoding'] === undefined)
      return done(null, payload)
    done(null, Readable.from(readUpTo(payload, requestBytes), { objectMode: false }))
  })

  const timer = setInterval(() => {
    const now = performance.now()
    for (const each of arriving) if (isOver(each, now)) arriving.delete(each)
  }, CHECK_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))

  function check(request: FastifyRequest, reply: FastifyReply) {
    const { raw, headers, caller } = request
    const { socket } = raw
    const length = headers['content-length']
    if (length === undefined && headers['transfer-encoding'] === undefined) return
    if (caller.trusted) {
      // Calls between areas of one process have no open socket.
      if (raw.complete || socket.readyState !== 'open') return
      requestsWithKey.set(socket, request)
      arriving.add({ request, reply, bytes: socket.bytesRead, at: performance.now() })
      return
    }
    if (length === undefined || Number(length) <= requestBytes) return
    // The connection closes after the response, so that the rest of the body is not received.
    reply.header('connection', 'close')
    throw tooLarge()
  }

  /**
   * Closes the connection of a request that arrives too slowly. Bytes that wait in the buffer for the handler are not
   * the sender's delay. Returns true once the request has arrived or ended, so that it needs no further check.
   */
  function isOver(watched: Watched, now: number) {
    const { request, reply, bytes, at } = watched
    const { raw } = request
    const { socket } = raw
    if (raw.complete || socket.destroyed) return true
    const seconds = (now - at) / 1_000
    if (seconds < PAUSE_S) return false
    const isSlow = socket.bytesRead - bytes < seconds * bytesASecond && raw.readableLength === 0
    if (isSlow)
      endConnection(
        socket,
        new Problem(408, 'delai-depasse', 'The request arrives too slowly'),
        reply.raw.headersSent,
      )
    Object.assign(watched, { bytes: socket.bytesRead, at: now })
    return isSlow
  }

  return check
}

/**
 * Yields the chunks of a body. Throws a 413 above `limit` bytes, without closing the socket, which the response needs.
 */
export async function* readUpTo(body: Readable, limit: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const part of body.iterator({ destroyOnReturn: false })) {
    size += (part as Buffer).length
    if (size > limit) throw tooLarge()
    yield part as Buffer
  }
}
