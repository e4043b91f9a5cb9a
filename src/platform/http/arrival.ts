import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PlatformSettings } from '../own-settings.ts'
import { Problem } from '../problem.ts'
import { isGuarded } from './caller.ts'

/** Limits on the arrival of requests, where API keys are configured. */
type Arrival = {
  /** Seconds that one without a key has, from its first byte to its last. */
  seconds: number
  /** Bytes that the body of one without a key may have. */
  bytes: number
  /** Bytes a second that one with a key brings at least. */
  bytesASecond: number
}

/** The platform's settings, whatever the texts of its keys were parsed to. */
export type TransportSettings = Omit<PlatformSettings, 'apiKeys'> & { apiKeys: readonly unknown[] }

/** Undefined without API keys: then the arrival of requests is not bounded. */
export const arrivalOf = (settings: TransportSettings): Arrival | undefined => {
  const { requestSeconds: seconds, requestBytes: bytes, bytesASecond } = settings
  return isGuarded(settings) ? { seconds, bytes, bytesASecond } : undefined
}

/** A sender may pause for as long. */
const PAUSE_S = 10
/** How often late requests are looked for. Node.js alone looks every 30 seconds. */
const CHECK_MS = 1_000

export const tooLarge = () => new Problem(413, 'corps-trop-grand', 'The body is too large')

/** The limit on the body of a request: that of its route, or a lower one for callers without a key. */
export const bodyLimitOf = ({ caller, routeOptions }: FastifyRequest, arrival: Arrival | undefined) =>
  arrival && !caller.trusted ? Math.min(arrival.bytes, routeOptions.bodyLimit) : routeOptions.bodyLimit

/** Ends a connection with the one shape of an error, unless an answer is on its way. */
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

/** Requests with a key are exempt from Node.js's own time limit: an import may take long. */
const withKey = new WeakMap<Socket, FastifyRequest>()

/** The server's answer to what cannot be read or does not arrive in time. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const request = withKey.get(socket)
    if (request && !request.raw.complete) return
    return endConnection(socket, new Problem(408, 'delai-depasse', 'The request took too long to arrive'))
  }
  const problem =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Problem(431, 'en-tetes-trop-grands', 'The headers are too large')
      : new Problem(400, 'requete-illisible', 'The request is not valid HTTP')
  endConnection(socket, problem)
}

/** Timeouts that Node.js itself enforces. */
export const timesOf = ({ seconds }: Arrival) => ({
  requestTimeout: seconds * 1_000,
  http: {
    headersTimeout: seconds * 1_000,
    requestTimeout: seconds * 1_000,
    connectionsCheckingInterval: CHECK_MS,
  },
})

type Watched = { request: FastifyRequest; reply: FastifyReply; bytes: number; at: number }

/**
 * Refuses large bodies without a key, and ends what arrives with a key too slowly. Returns the check of a request whose
 * caller is known.
 */
export function limitArrival(app: FastifyInstance, arrival: Arrival) {
  const arriving = new Set<Watched>()

  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.caller.trusted || request.headers['transfer-encoding'] === undefined)
      return done(null, payload)
    done(null, Readable.from(upTo(payload, arrival.bytes), { objectMode: false }))
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
      withKey.set(socket, request)
      arriving.add({ request, reply, bytes: socket.bytesRead, at: performance.now() })
      return
    }
    if (length === undefined || Number(length) <= arrival.bytes) return
    // The rest of it is not waited for.
    reply.header('connection', 'close')
    throw tooLarge()
  }

  /** Whether it has arrived, or has been ended. What lies here unread is not its sender's delay. */
  function isOver(watched: Watched, now: number) {
    const { request, reply, bytes, at } = watched
    const { raw } = request
    const { socket } = raw
    if (raw.complete || socket.destroyed) return true
    const seconds = (now - at) / 1_000
    if (seconds < PAUSE_S) return false
    const isSlow = socket.bytesRead - bytes < seconds * arrival.bytesASecond && raw.readableLength === 0
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

/** The chunks of a body, up to `limit` bytes (413). The socket stays open: the answer uses it. */
export async function* upTo(body: Readable, limit: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const part of body.iterator({ destroyOnReturn: false })) {
    size += (part as Buffer).length
    if (size > limit) throw tooLarge()
    yield part as Buffer
  }
}
