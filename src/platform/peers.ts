import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Problem } from './http/problem.ts'
import { byUrl } from './peers/by-url.ts'
import { inProcess } from './peers/in-process.ts'
import type { Request, Streamed, Way } from './peers/request.ts'
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

export type FormerPeers = (area: string) => Peer

type Parts = {
  /** Areas that run in this process. */
  local: readonly string[]
  /** Base addresses of areas that run elsewhere. */
  urls: Record<string, string>
  apiKey: string | undefined
  /** The server of this process, once it is there. */
  server: () => FastifyInstance
}

const TIMEOUT_MS = 5_000
const TRIES = 3

/** The former way to ask, without operations. */
export function createFormerPeers({ local, urls, apiKey, server }: Parts): FormerPeers {
  const wayTo = (area: string) =>
    local.includes(area) ? inProcess(server, area) : urls[area] ? byUrl(urls[area]) : undefined

  return area => {
    const way = wayTo(area)

    /** Tries until there is an answer that is no failure of the other side, `most` times. */
    async function attempt<A extends { status: number }>(
      most: number,
      method: Method,
      path: string,
      { body, withoutKey, timeoutMs = TIMEOUT_MS, ...options }: Call,
      go: (way: Way, request: Request) => Promise<A>,
    ): Promise<A> {
      if (!way) throw away(area)
      const headers: Record<string, string> = { ...options.headers }
      const requestId = currentRequestId()
      if (requestId) headers['x-request-id'] = requestId
      if (apiKey && !withoutKey) headers['x-api-key'] = apiKey
      if (body !== undefined) headers['content-type'] = 'application/json'
      const text = body === undefined ? undefined : JSON.stringify(body)
      for (let tried = 1; ; tried++) {
        const answer = await go(way, { method, path, headers, body: text, timeoutMs }).catch(() => undefined)
        if (answer && answer.status < 500) return answer
        if (tried === most) throw away(area)
        await sleep(50 * tried)
      }
    }

    const call = <Body>(method: Method, path: string, options: Call = {}) =>
      attempt(
        method === 'GET' || options.repeatable ? TRIES : 1,
        method,
        path,
        options,
        async (through, sent) => {
          const { status, text } = await through.send(sent)
          return { status, body: text ? JSON.parse(text) : undefined }
        },
      ) as Promise<Answer<Body>>

    return {
      call,
      async get<Body>(path: string, options?: Call) {
        const { status, body } = await call<Body>('GET', path, options)
        if (status === 404) return undefined
        if (status >= 400) throw new Problem(503, `The ${area} area refused a call of ours (${status})`)
        return body
      },
      stream: (path, options = {}) =>
        attempt(TRIES, 'GET', path, options, (through, sent) => through.open(sent)),
    }
  }
}

const away = (area: string) => new Problem(503, `The ${area} area cannot be reached`)
