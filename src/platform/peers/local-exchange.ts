import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Request } from './request.ts'

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
  readonly #onEnd: (status: number, text: string) => void

  constructor(request: LocalRequest, onEnd: (status: number, text: string) => void) {
    super(request)
    this.#onEnd = onEnd
  }

  override writeHead(status: number): this {
    this.statusCode = status
    return this
  }

  override write(chunk: string | Uint8Array): boolean {
    this.#parts.push(Buffer.from(chunk as string))
    return true
  }

  override end(chunk?: unknown): this {
    if (typeof chunk === 'string' && this.#parts.length === 0) this.#onEnd(this.statusCode, chunk)
    else {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk)
      this.#onEnd(this.statusCode, Buffer.concat(this.#parts).toString())
    }
    this.emit('finish')
    return this
  }

  override destroy(error?: Error): this {
    if (!this.destroyed) this.#onEnd(500, '')
    return super.destroy(error)
  }
}
