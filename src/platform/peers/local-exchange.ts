import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Answer, Request } from './request.ts'

/** The other end of every call inside the process. */
const nowhere = Object.defineProperty(new Socket(), 'remoteAddress', { value: '127.0.0.1' })

/** A request that came through no socket: its body lies ready. */
export class LocalRequest extends IncomingMessage {
  #body: string | undefined

  constructor(url: string, { method, headers, body }: Request) {
    super(nowhere)
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

/** An answer that is collected instead of sent. One that breaks off counts as 500. */
export class LocalAnswer extends ServerResponse {
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
