import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { within } from '../within.ts'
import type { Request, Streamed, Way } from './request.ts'

/** A request that came through no socket: its body lies ready. */
class LocalRequest extends IncomingMessage {
  #body: string | undefined

  constructor(method: string, url: string, headers: Record<string, string>, body: string | undefined) {
    super(nowhere)
    this.method = method
    this.url = url
    this.headers = headers
    this.httpVersion = '1.1'
    this.#body = body
  }

  override _read(): void {
    if (this.#body !== undefined) this.push(this.#body)
    this.#body = undefined
    this.complete = true
    this.push(null)
  }
}

/** An answer that is collected instead of sent. */
class LocalResponse extends ServerResponse {
  readonly #parts: (string | Uint8Array)[] = []
  readonly #onEnd: (status: number, text: string) => void

  constructor(request: IncomingMessage, onEnd: (status: number, text: string) => void) {
    super(request)
    this.#onEnd = onEnd
  }

  override writeHead(status: number): this {
    this.statusCode = status
    return this
  }

  override write(chunk: string | Uint8Array): boolean {
    this.#parts.push(chunk)
    return true
  }

  override end(chunk?: unknown): this {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.#parts.push(chunk)
    const [only = ''] = this.#parts
    const text =
      this.#parts.length < 2 && typeof only === 'string'
        ? only
        : Buffer.concat(this.#parts.map(part => Buffer.from(part as string))).toString()
    this.#onEnd(this.statusCode, text)
    this.emit('finish')
    return this
  }

  override destroy(error?: Error): this {
    if (!this.destroyed) this.#onEnd(500, '')
    return super.destroy(error)
  }
}

/** An answer that is read while it is written, no faster than its reader takes it. */
class StreamedResponse extends ServerResponse {
  readonly #body = new PassThrough()
  readonly #onBegin: (answer: Streamed) => void
  #begun = false

  constructor(request: IncomingMessage, onBegin: (answer: Streamed) => void) {
    super(request)
    this.#onBegin = onBegin
    this.#body.on('drain', () => this.emit('drain'))
    this.#body.on('close', () => this.emit('close'))
    // Once a part is out, a failure breaks the answer off instead of adding another one to it.
    Object.defineProperty(this, 'headersSent', { get: () => this.#begun })
  }

  #begin() {
    if (!this.#begun) this.#onBegin({ status: this.statusCode, body: this.#body })
    this.#begun = true
  }

  override writeHead(status: number): this {
    this.statusCode = status
    return this
  }

  override write(chunk: string | Uint8Array): boolean {
    this.#begin()
    return this.#body.write(chunk)
  }

  override end(chunk?: unknown): this {
    this.#begin()
    this.#body.end(typeof chunk === 'string' || chunk instanceof Uint8Array ? chunk : undefined)
    this.emit('finish')
    return this
  }

  override destroy(error?: Error): this {
    if (!this.#begun) this.statusCode = 500
    this.#begin()
    this.#body.destroy(error ?? new Error('The answer broke off'))
    return super.destroy(error)
  }
}

/** The other end of every local call. */
const nowhere = Object.defineProperty(new Socket(), 'remoteAddress', { value: '127.0.0.1' })

/**
 * An area of the same process: no socket, but all of the server's hooks. A sixth of the processor time of light-my-request
 * (10 microseconds and 60), which an order pays twice.
 */
export const inProcess = (server: () => FastifyInstance, area: string): Way => ({
  send(request) {
    const answered = new Promise<{ status: number; text: string }>(resolve => {
      const local = localRequest(area, request)
      server().routing(local, new LocalResponse(local, (status, text) => resolve({ status, text })))
    })
    return within(request.timeoutMs, answered)
  },
  open(request) {
    const begun = new Promise<Streamed>(resolve => {
      const local = localRequest(area, request)
      server().routing(local, new StreamedResponse(local, resolve))
    })
    return within(request.timeoutMs, begun)
  },
})

function localRequest(area: string, { method, path, headers, body }: Request) {
  const sent: Record<string, string> = { host: 'localhost', ...headers }
  if (body !== undefined) sent['content-length'] = String(Buffer.byteLength(body))
  return new LocalRequest(method, `/${area}${path}`, sent, body)
}
