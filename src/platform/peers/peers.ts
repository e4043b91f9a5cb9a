import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import type { Forwarding } from '../http/caller.ts'
import { Problem } from '../problem.ts'
import { parser } from '../schemas.ts'
import { outgoingHeaders } from '../trace.ts'
import { inSpan } from '../tracing/spans.ts'
import type { AnswerOf, AnyGiven, Given, Operation, OperationSchema, Refusals } from './operation.ts'
import { PEER_HEADER, type Request, requestOf, type Streamed, type Transport } from './request.ts'
import { byUrl, inProcess } from './transports.ts'

/** Runs one attempt of a call to another area as a span, named by the template of its URL. */
const asCall = <A extends { status: number }>(
  { area, method, url }: Operation,
  tried: number,
  go: () => Promise<A>,
): Promise<A> =>
  inSpan(
    () => ({
      name: `${method} ${url}`,
      kind: 'client',
      attributes: {
        'http.request.method': method,
        'url.template': url,
        'comptoir.area': area,
        ...(tried > 1 && { 'http.request.resend_count': tried - 1 }),
      },
    }),
    async span => {
      const answer = await go()
      span?.set({ 'http.response.status_code': answer.status })
      if (answer.status >= 500) span?.fail(String(answer.status))
      return answer
    },
  )

const checks = new WeakMap<TSchema, (body: unknown) => unknown>()

/**
 * Throws when a body is not of the shape that its operation has for this status. What comes over a network may be another
 * one's answer: a proxy's own page, or that of whatever has the address now. Accepted as an area's, it would be stored.
 */
function checkShape({ schema }: Operation, status: number, body: unknown) {
  const shape = schema.response[status] ?? {}
  const check = checks.get(shape) ?? parser(shape)
  checks.set(shape, check)
  check(body)
}

/** So many calls in a row without an answer, and the other side counts as away. */
const MOST = 5

/** Thrown without a call while another call probes an unavailable area. */
const NOT_TRIED = new Error('It has not answered for a while')

type CircuitBreaker = <T>(call: () => Promise<T>) => Promise<T>

/**
 * Runs calls to something that may be away or hang. Once several in a row got no answer, one call at a time goes on trying
 * and the others fail at once: who waits for what does not come holds a place that others need. The first answer ends that.
 */
function createCircuitBreaker(): CircuitBreaker {
  let unanswered = 0
  let trying = false
  return async call => {
    const away = unanswered >= MOST
    if (away && trying) throw NOT_TRIED
    if (away) trying = true
    try {
      const answer = await call()
      unanswered = 0
      return answer
    } catch (error) {
      unanswered++
      throw error
    } finally {
      if (away) trying = false
    }
  }
}

/** The other areas, asked by the operations of their contracts. `Calls` names those that may be asked. */
export type Peers<Calls extends string = string> = {
  /** Whether an area runs in this process or has an address: asked or not, it can be there. */
  knows: (area: Calls) => boolean
  /**
   * The answer, when it is a success or one of the refusals that are expected. Any other one, and none, is a 503 that names
   * the area. A body that is not JSON, or from elsewhere and not of its shape, counts as no answer.
   */
  ask: <Schema extends OperationSchema, const Expected extends Refusals<Schema> = never>(
    operation: Operation<Calls, Schema>,
    given: Given<Schema> & { expect?: readonly Expected[] },
  ) => Promise<AnswerOf<Schema, Expected>>
  /** The answer while it comes, in constant memory: a success or a refusal, to be handed on. */
  stream: <Schema extends OperationSchema>(
    operation: Operation<Calls, Schema>,
    given: Given<Schema>,
  ) => Promise<Streamed>
}

/** Under an Idempotency-Key its answer is remembered. */
const isKept = ({ config }: Operation, { headers }: Request) =>
  config.idempotent === true && headers['idempotency-key'] !== undefined

type Parts = {
  /** Areas that run in this process. */
  local: readonly string[]
  /** Base addresses of areas that run elsewhere. */
  urls: Record<string, string>
  apiKey: string | undefined
  forwarding: Forwarding
  /** The server of this process, once it is there. */
  server: () => FastifyInstance
}

const TRIES = 3

export function createPeers({ local, urls, apiKey, forwarding, server }: Parts): Peers {
  const isLocal = (area: string) => local.includes(area)
  const transportTo = (area: string) =>
    isLocal(area) ? inProcess(server, area) : urls[area] ? byUrl(urls[area]) : undefined
  const breakers = new Map<string, CircuitBreaker>()

  /** One for each operation: an area that is slow at one thing is still asked others. In the process nothing is away. */
  function breakerOf({ area, method, url }: Operation): CircuitBreaker {
    if (isLocal(area)) return call => call()
    const name = `${area} ${method} ${url}`
    const breaker = breakers.get(name) ?? createCircuitBreaker()
    breakers.set(name, breaker)
    return breaker
  }

  /** Tries for as long as it is safe, until there is an answer that is no failure of the other side. */
  async function attempt<A extends { status: number }>(
    operation: Operation,
    given: AnyGiven,
    go: (transport: Transport, request: Request) => Promise<A>,
  ): Promise<A> {
    const { area, method, config } = operation
    const away = () => new Problem(503, 'service-indisponible', `The ${area} area cannot be reached`)
    const transport = transportTo(area)
    if (!transport) throw away()
    const request = requestOf(operation, given)
    if (given.forwardedFor !== undefined)
      Object.assign(request.headers, forwarding.headersFor(given.forwardedFor))
    else if (apiKey) Object.assign(request.headers, { 'x-api-key': apiKey, [PEER_HEADER]: '1' })
    const tries = method === 'GET' || config.repeatable || isKept(operation, request) ? TRIES : 1
    const guard = breakerOf(operation)
    // After a timeout there is no retry: it would add load, and the caller waits. A timer may fire a millisecond early.
    const last = performance.now() + request.timeoutMs
    for (let tried = 1; ; tried++) {
      const answer = await guard(() =>
        asCall(operation, tried, async () => {
          Object.assign(request.headers, outgoingHeaders())
          return go(transport, request)
        }),
      ).catch(error => {
        if (error === NOT_TRIED) throw away()
        return undefined
      })
      if (answer && answer.status < 500) return answer
      const pause = 50 * tried
      if (tried === tries || performance.now() + pause >= last) throw away()
      await sleep(pause)
    }
  }

  async function ask<Schema extends OperationSchema, Expected extends Refusals<Schema>>(
    operation: Operation<string, Schema>,
    given: Given<Schema> & { expect?: readonly Expected[] },
  ) {
    const isWanted = (status: number) =>
      status in operation.schema.response &&
      (status < 300 || given.expect?.some(expected => expected === status))
    const { status, body, retryAfter } = await attempt(operation, given, async (transport, request) => {
      const { status, text, retryAfter } = await transport.send(request)
      const body = text === '' ? null : JSON.parse(text)
      if (!isLocal(operation.area) && isWanted(status)) checkShape(operation, status, body)
      return { status, retryAfter, body }
    })
    if (!isWanted(status))
      throw new Problem(
        503,
        'service-indisponible',
        `The ${operation.area} area refused a call of ours (${status})`,
      )
    // The one place where an answer gets its type: the area writes its body by the schema of this status.
    return { status, body, ...(retryAfter ? { retryAfter } : {}) } as AnswerOf<Schema, Expected>
  }

  const knows = (area: string) => transportTo(area) !== undefined
  return {
    knows,
    ask,
    stream: (operation, given) => attempt(operation, given, (transport, request) => transport.open(request)),
  }
}
