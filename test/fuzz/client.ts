import { Agent, request } from 'node:http'
import { connect } from 'node:net'

/** A request as it is sent. */
export type Request = {
  method: string
  path: string
  headers: [name: string, value: string][]
  body: Buffer | undefined
  /** The number of announced bytes that are not sent; the connection ends after the last one sent. */
  missing: number
}

export type Answer = {
  status: number
  type: string
  headers: Record<string, string | string[] | undefined>
  text: string
  /** Undefined if the response is not JSON. */
  json: unknown
  ms: number
}

/** The time limit of a call, on a busy machine. */
const PATIENCE_MS = 30_000
const UNREAD_BYTES = 60_000

export function createClient(url: string) {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })

  function whole(call: Request, fresh?: Agent): Promise<Answer | undefined> {
    const { method, path, headers, body } = call
    const start = performance.now()
    const own = new Set(headers.map(([name]) => name.toLowerCase()))
    const framing: [string, string][] = [
      ...(own.has('host') ? [] : [['Host', `${hostname}:${port}`] as [string, string]]),
      ...(body === undefined ? [] : [['Content-Length', String(body.length)] as [string, string]]),
    ]
    return new Promise((resolve, reject) => {
      const sent = request(
        { hostname, port, method, path, headers: [...framing, ...headers].flat(), agent: fresh ?? agent },
        response => {
          const parts: Buffer[] = []
          const type = String(response.headers['content-type'] ?? '')
          const done = () => {
            const text = Buffer.concat(parts).toString()
            const ms = performance.now() - start
            resolve({
              status: response.statusCode ?? 0,
              type,
              headers: response.headers,
              text,
              json: jsonIn(type, text),
              ms,
            })
          }
          response.on('data', (part: Buffer) => {
            parts.push(part)
            // An event stream never ends.
            if (type.startsWith('text/event-stream')) {
              done()
              response.destroy()
            }
          })
          response.on('end', done)
          response.on('error', reject)
        },
      )
      sent.setTimeout(PATIENCE_MS, () => sent.destroy(new Error(`No answer within ${PATIENCE_MS} ms`)))
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The server may have closed the idle connection, so the call is repeated once on a new one.
        const closed = error.code === 'ECONNRESET' || error.code === 'EPIPE'
        if (closed && fresh === undefined) resolve(whole(call, new Agent()))
        // A server that refuses a body need not read it, which may lose its response.
        else if (closed && (body?.length ?? 0) > UNREAD_BYTES) resolve(undefined)
        else reject(error)
      })
      sent.end(body)
    })
  }

  /** Sends fewer bytes than announced, then ends the connection. Returns the response, if any. */
  function brokenOff({ method, path, headers, body = Buffer.alloc(0), missing }: Request) {
    const head = [
      `${method} ${path} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      `Content-Length: ${body.length + missing}`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
    ].join('\r\n')
    return exchange(Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body]))
  }

  /** Sends raw bytes on a separate connection that ends after them. */
  function exchange(bytes: Buffer): Promise<Answer | undefined> {
    const start = performance.now()
    return new Promise((resolve, reject) => {
      const parts: Buffer[] = []
      const socket = connect(Number(port), hostname, () => socket.end(bytes))
      socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`No end within ${PATIENCE_MS} ms`)))
      socket.on('data', (part: Buffer) => parts.push(part))
      // The server may close the connection while bytes are still being sent.
      socket.on('error', (error: NodeJS.ErrnoException) =>
        ['ECONNRESET', 'EPIPE'].includes(error.code ?? '') ? undefined : reject(error),
      )
      socket.on('close', () => resolve(read(Buffer.concat(parts), performance.now() - start)))
    })
  }

  return {
    send: (call: Request): Promise<Answer | undefined> => (call.missing > 0 ? brokenOff(call) : whole(call)),
    exchange,
    close: () => agent.destroy(),
  }
}

export type Client = ReturnType<typeof createClient>

function jsonIn(type: string, text: string): unknown {
  if (!type.startsWith('application/json') || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses the first response in the received bytes; undefined if they contain none. */
function read(bytes: Buffer, ms: number): Answer | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(first) ?? []
  if (!status) return undefined
  const headers = Object.fromEntries(
    lines.map(line => line.split(': ', 2)).map(([name = '', value]) => [name.toLowerCase(), value]),
  )
  const type = headers['content-type'] ?? ''
  const rest = bytes.subarray(end + 4)
  const text =
    headers['transfer-encoding'] === 'chunked'
      ? unchunked(rest).toString()
      : rest.subarray(0, Number(headers['content-length'] ?? rest.length)).toString()
  return { status: Number(status), type, headers, text, json: jsonIn(type, text), ms }
}

function unchunked(body: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const start = body.indexOf('\r\n', at) + 2
    const size = Number.parseInt(body.toString('latin1', at, start), 16)
    if (!size) return Buffer.concat(parts)
    parts.push(body.subarray(start, start + size))
    at = start + size + 2
  }
}
