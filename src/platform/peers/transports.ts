import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyInstance } from 'fastify'
import { withTimeout } from '../concurrency/timeout.ts'
import type { Answer, Request, Transport } from './request.ts'

/** Redirects are not followed, because the platform's key must be sent only to the configured address. */
const redirect = 'manual'

/** Returns the transport to an area in another process. */
export const createRemoteTransport = (base: string): Transport => ({
  async send({ method, path, headers, body, timeoutMs }) {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(`${base}${path}`, { method, headers, body: body ?? null, signal, redirect })
    const retryAfter = Number(response.headers.get('retry-after')) || undefined
    return { status: response.status, text: await response.text(), retryAfter }
  },
  async open({ method, path, headers, body, timeoutMs }) {
    const late = new AbortController()
    const { signal } = late
    const started = fetch(`${base}${path}`, { method, headers, body: body ?? null, signal, redirect })
    const answer = await withTimeout(timeoutMs, started).catch(error => {
      late.abort()
      throw error
    })
    // A ReadableStream of Node.js, which the types of `fetch` do not distinguish from a browser's.
    const streamed = answer.body as ReadableStream | null
    return { status: answer.status, body: streamed ? Readable.fromWeb(streamed) : Readable.from([]) }
  },
})

/** The socket that all calls inside the process share. A new socket without a connection would report itself as open. */
const stubSocket = Object.defineProperties(new Socket(), {
  remoteAddress: { value: '127.0.0.1' },
  readyState: { value: 'closed' },
})

/** A request without a connection, whose body is already available. */
class LocalRequest extends IncomingMessage {
  #body: string | undefined

  constructor(url: string, { method, headers, body }: Request) {
    super(stubSocket)
    this.method = method
    this.url = url
    this.httpVersion = '1.1'
    this.headers = { host: 'localhost', ...headers }
    if (body !== undefined) this.headers['content-length'] = String(Buffer.byteLength(body))
    this.#body = body
  }

  override _read(): void {
    if (this.#body !== undefined) this.push(this.#body)
    this.#body = undefined
    this.complete = true
    this.push(null)
  }
}

/** A response that is collected in memory. If it is aborted, it counts as a 500. */
class LocalAnswer extends ServerResponse {
  readonly #parts: Buffer[] = []
  readonly #onEnd: (answer: Answer) => void
  #retryAfter: number | undefined

  constructor(request: LocalRequest, onEnd: (answer: Answer) => void) {
    super(request)
    this.#onEnd = onEnd
  }

  override writeHead(status: number, headers?: unknown): this {
    this.statusCode = status
    if (headers && typeof headers === 'object' && 'retry-after' in headers)
      this.#retryAfter = Number(headers['retry-after']) || undefined
    return this
  }

  #ended(text: string) {
    this.#onEnd({ status: this.statusCode, text, retryAfter: this.#retryAfter })
  }

  override write(chunk: string | Uint8Array): boolean {
    this.#parts.push(Buffer.from(chunk as string))
    return true
  }

  override end(chunk?: unknown): this {
    if (typeof chunk === 'string' && this.#parts.length === 0) this.#ended(chunk)
    else {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk)
      this.#ended(Buffer.concat(this.#parts).toString())
    }
    this.emit('finish')
    return this
  }

  override destroy(error?: Error): this {
    if (!this.destroyed) this.#onEnd({ status: 500, text: '' })
    return super.destroy(error)
  }
}

/**
 * Returns the transport to an area in this process, which uses no socket but runs all hooks of the server. Complete
 * responses bypass Fastify's `inject`, which is a fifth of the cost of most such calls
 * (bench/results/comparisons/in-process-calls.md).
 */
export function createLocalTransport(server: FastifyInstance, area: string): Transport {
  const urlOf = ({ path }: Request) => `/${area}${path}`
  return {
    send(request) {
      const answered = new Promise<Answer>(resolve => {
        const local = new LocalRequest(urlOf(request), request)
        server.routing(local, new LocalAnswer(local, resolve))
      })
      return withTimeout(request.timeoutMs, answered)
    },
    async open(request) {
      const { method, headers, body: payload, timeoutMs } = request
      const answer = await withTimeout(
        timeoutMs,
        server.inject({
          method,
          url: urlOf(request),
          headers,
          payloadAsStream: true,
          ...(payload === undefined ? {} : { payload }),
        }),
      )
      const body = answer.stream()
      // Destroying the response tells the route that writes it that nobody reads it any longer.
      body.once('close', () => answer.raw.res.destroy())
      return { status: answer.statusCode, body }
    },
  }
}
