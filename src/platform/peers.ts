import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Problem } from './http/problem.ts'
import { callInProcess, type Streamed, streamInProcess } from './peers/in-process.ts'
import { currentRequestId } from './trace.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Call = {
  body?: unknown
  headers?: Record<string, string>
  /** Milliseconds that one try may take. */
  timeoutMs?: number
  /** The call may be made again when its answer is lost. GET always may. */
  repeatable?: boolean
  /** Leaves out the platform's own key: a stranger's call that is handed on must not gain rights by it. */
  withoutKey?: boolean
}

export type Answer<Body> = { status: number; body: Body }

/** One other area, over its HTTP interface. Answers below 500 are given as they are; anything else is a 503. */
export type Peer = {
  call<Body>(method: Method, path: string, options?: Call): Promise<Answer<Body>>
  /** GET that must succeed: undefined on 404, a 503 on any other refusal. */
  get<Body>(path: string, options?: Call): Promise<Body | undefined>
  /** GET whose answer is handed on while it comes, in constant memory. The time limit is for its beginning. */
  stream(path: string, options?: Call): Promise<Streamed>
}

export type Peers = (area: string) => Peer

type Parts = {
  /** Areas that run in this process. */
  local: readonly string[]
  /** Base addresses of areas that run elsewhere. */
  urls: Record<string, string>
  apiKey: string | undefined
  /** The server of this process, once it is there. */
  server: () => FastifyInstance
}

type Sent = Call & { headers: Record<string, string> }
type Way = {
  send(method: Method, path: string, options: Sent): Promise<Answer<unknown>>
  open(path: string, options: Sent): Promise<Streamed>
}

const TIMEOUT_MS = 5_000
const TRIES = 3

export function createPeers({ local, urls, apiKey, server }: Parts): Peers {
  const inProcess = (area: string): Way => ({
    async send(method, path, { body, headers, timeoutMs = TIMEOUT_MS }) {
      const call = callInProcess(server(), method, `/${area}${path}`, headers, body)
      const { status, text } = await within(timeoutMs, call)
      return { status, body: text ? JSON.parse(text) : undefined }
    },
    open: (path, { headers, timeoutMs = TIMEOUT_MS }) =>
      within(timeoutMs, streamInProcess(server(), `/${area}${path}`, headers)),
  })

  const byUrl = (base: string): Way => ({
    async send(method, path, { body, headers, timeoutMs = TIMEOUT_MS }) {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = await response.text()
      return { status: response.status, body: text ? JSON.parse(text) : undefined }
    },
    async open(path, { headers, timeoutMs = TIMEOUT_MS }) {
      const late = new AbortController()
      const begun = fetch(`${base}${path}`, { headers, signal: late.signal })
      const { status, body } = await within(timeoutMs, begun).catch(error => {
        late.abort()
        throw error
      })
      return { status, body: body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]) }
    },
  })

  return area => {
    const way = local.includes(area) ? inProcess(area) : urls[area] ? byUrl(urls[area]) : undefined

    /** Tries until there is an answer that is no failure of the other side, `most` times. */
    async function attempt<A extends { status: number }>(
      most: number,
      options: Call,
      go: (way: Way, options: Sent) => Promise<A>,
    ): Promise<A> {
      if (!way) throw away(area)
      const headers: Record<string, string> = { ...options.headers }
      const requestId = currentRequestId()
      if (requestId) headers['x-request-id'] = requestId
      if (apiKey && !options.withoutKey) headers['x-api-key'] = apiKey
      for (let tried = 1; ; tried++) {
        const answer = await go(way, { ...options, headers }).catch(() => undefined)
        if (answer && answer.status < 500) return answer
        if (tried === most) throw away(area)
        await sleep(50 * tried)
      }
    }

    const call = <Body>(method: Method, path: string, options: Call = {}) =>
      attempt(method === 'GET' || options.repeatable ? TRIES : 1, options, (through, sent) =>
        through.send(method, path, sent),
      ) as Promise<Answer<Body>>

    return {
      call,
      async get<Body>(path: string, options?: Call) {
        const { status, body } = await call<Body>('GET', path, options)
        if (status === 404) return undefined
        if (status >= 400) throw new Problem(503, `The ${area} area refused a call of ours (${status})`)
        return body
      },
      stream: (path, options = {}) => attempt(TRIES, options, (through, sent) => through.open(path, sent)),
    }
  }
}

const away = (area: string) => new Problem(503, `The ${area} area cannot be reached`)

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
