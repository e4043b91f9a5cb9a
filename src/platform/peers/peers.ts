import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import type { Forwarding } from '../http/caller.ts'
import { Problem } from '../problem.ts'
import { createParser } from '../schemas.ts'
import { outgoingHeaders } from '../trace.ts'
import { inSpan } from '../tracing/spans.ts'
import type {
  AnswerOf,
  AnyCallInput,
  CallInput,
  ErrorStatus,
  Operation,
  OperationSchema,
} from './operation.ts'
import { buildRequest, PEER_HEADER, type Request, type StreamedResponse, type Transport } from './request.ts'
import { createLocalTransport, createRemoteTransport } from './transports.ts'

/** Runs one attempt of a call to another area in a span, which is named by the template of the URL. */
const asCall = <A extends { status: number }>(
  { area, method, url }: Operation,
  attemptNumber: number,
  send: () => Promise<A>,
): Promise<A> =>
  inSpan(
    () => ({
      name: `${method} ${url}`,
      kind: 'client',
      attributes: {
        'http.request.method': method,
        'url.template': url,
        'comptoir.area': area,
        ...(attemptNumber > 1 && { 'http.request.resend_count': attemptNumber - 1 }),
      },
    }),
    async span => {
      const answer = await send()
      span?.set({ 'http.response.status_code': answer.status })
      if (answer.status >= 500) span?.fail(String(answer.status))
      return answer
    },
  )

const checks = new WeakMap<TSchema, (body: unknown) => unknown>()

/**
 * Throws if a body does not match the operation's schema for this status. A response over a network may come from
 * something else, such as a proxy's error page or a new owner of the address, and must not be stored as the area's
 * data.
 */
function checkShape({ schema }: Operation, status: number, body: unknown) {
  const shape = schema.response[status] ?? {}
  const check = checks.get(shape) ?? createParser(shape)
  checks.set(shape, check)
  check(body)
}

/** The number of consecutive unanswered calls after which an operation counts as unavailable. */
const MAX_UNANSWERED = 5

/** Thrown instead of a call while another call probes an unavailable operation. */
const NOT_TRIED = new Error('The area is unavailable; the call was not attempted')

type CircuitBreaker = <T>(call: () => Promise<T>) => Promise<T>

/**
 * Returns a function that runs calls which may fail or hang. After several unanswered calls in a row, it attempts only
 * one call at a time and fails all others at once, so that waiting calls do not occupy resources. The first response,
 * even an error, closes the breaker.
 */
function createCircuitBreaker(): CircuitBreaker {
  let unanswered = 0
  let probing = false
  return async call => {
    const unavailable = unanswered >= MAX_UNANSWERED
    if (unavailable && probing) throw NOT_TRIED
    if (unavailable) probing = true
    try {
      const answer = await call()
      unanswered = 0
      return answer
    } catch (error) {
      unanswered++
      throw error
    } finally {
      if (unavailable) probing = false
    }
  }
}

/** The other areas, called through the operations of their contracts. `Calls` names the areas that may be called. */
export type Peers<Calls extends string = string> = {
  /** Whether an area runs in this process or has a configured address; it may still be unavailable. */
  knows: (area: Calls) => boolean
  /**
   * Calls an operation and returns a success or one of the errors in `expect`. For any other response or none, throws a
   * 503 that names the area. A body that is not JSON counts as no response, as does one from another process that
   * violates its schema.
   */
  ask: <Schema extends OperationSchema, const Expected extends ErrorStatus<Schema> = never>(
    operation: Operation<Calls, Schema>,
    input: CallInput<Schema> & { expect?: readonly Expected[] },
  ) => Promise<AnswerOf<Schema, Expected>>
  /**
   * Calls an operation and returns a success or a client error as a stream, to be forwarded in constant memory. Throws
   * a 503 for a server error or no response.
   */
  stream: <Schema extends OperationSchema>(
    operation: Operation<Calls, Schema>,
    input: CallInput<Schema>,
  ) => Promise<StreamedResponse>
}

/** Whether the call can be retried safely, because an Idempotency-Key prevents a second effect. */
const isReplayable = ({ config }: Operation, { headers }: Request) =>
  config.idempotent === true && headers['idempotency-key'] !== undefined

type Parts = {
  /** Areas that run in this process. */
  local: readonly string[]
  /** Base addresses of areas that run elsewhere. */
  urls: Record<string, string>
  apiKey: string | undefined
  forwarding: Forwarding
  /** The server of this process. */
  server: FastifyInstance
}

const MAX_ATTEMPTS = 3

export function createPeers({ local, urls, apiKey, forwarding, server }: Parts): Peers {
  const isLocal = (area: string) => local.includes(area)
  const transportTo = (area: string) =>
    isLocal(area)
      ? createLocalTransport(server, area)
      : urls[area]
        ? createRemoteTransport(urls[area])
        : undefined
  const breakers = new Map<string, CircuitBreaker>()

  /**
   * Returns the breaker of an operation. Each operation has its own, so that a slow one does not stop calls of the
   * area's others. Calls within the process need none.
   */
  function breakerOf({ area, method, url }: Operation): CircuitBreaker {
    if (isLocal(area)) return call => call()
    const name = `${area} ${method} ${url}`
    const breaker = breakers.get(name) ?? createCircuitBreaker()
    breakers.set(name, breaker)
    return breaker
  }

  /**
   * Calls an operation and returns its response, which may be a client error. After a server error or no response, it
   * retries if that is safe, and throws a 503 if every attempt fails or none can be made.
   */
  async function attempt<A extends { status: number }>(
    operation: Operation,
    input: AnyCallInput,
    send: (transport: Transport, request: Request) => Promise<A>,
  ): Promise<A> {
    const { area, method, config } = operation
    const unavailable = () => new Problem(503, 'service-indisponible', `The ${area} area cannot be reached`)
    const transport = transportTo(area)
    if (!transport) throw unavailable()
    const request = buildRequest(operation, input)
    if (input.forwardedFor !== undefined)
      Object.assign(request.headers, forwarding.headersFor(input.forwardedFor))
    else if (apiKey) Object.assign(request.headers, { 'x-api-key': apiKey, [PEER_HEADER]: '1' })
    const maxAttempts =
      method === 'GET' || config.repeatable || isReplayable(operation, request) ? MAX_ATTEMPTS : 1
    const breaker = breakerOf(operation)
    // No retry begins after the time limit of the first attempt: it would add load while the caller waits.
    const last = performance.now() + request.timeoutMs
    for (let attemptNumber = 1; ; attemptNumber++) {
      const answer = await breaker(() =>
        asCall(operation, attemptNumber, async () => {
          Object.assign(request.headers, outgoingHeaders())
          return send(transport, request)
        }),
      ).catch(error => {
        if (error === NOT_TRIED) throw unavailable()
        return undefined
      })
      if (answer && answer.status < 500) return answer
      const pause = 50 * attemptNumber
      if (attemptNumber === maxAttempts || performance.now() + pause >= last) throw unavailable()
      await sleep(pause)
    }
  }

  async function ask<Schema extends OperationSchema, Expected extends ErrorStatus<Schema>>(
    operation: Operation<string, Schema>,
    input: CallInput<Schema> & { expect?: readonly Expected[] },
  ) {
    const isWanted = (status: number) =>
      status in operation.schema.response &&
      (status < 300 || input.expect?.some(expected => expected === status))
    const { status, body, retryAfter } = await attempt(operation, input, async (transport, request) => {
      const { status, text, retryAfter } = await transport.send(request)
      const body = text === '' ? null : JSON.parse(text)
      if (!isLocal(operation.area) && isWanted(status)) checkShape(operation, status, body)
      return { status, retryAfter, body }
    })
    if (!isWanted(status))
      throw new Problem(
        503,
        'service-indisponible',
        `The ${operation.area} area rejected a call of the platform (${status})`,
      )
    // The cast is safe: an area in this process serializes the body by the schema of this status, and a body from
    // another process has been checked against it.
    return { status, body, ...(retryAfter ? { retryAfter } : {}) } as AnswerOf<Schema, Expected>
  }

  const knows = (area: string) => transportTo(area) !== undefined
  return {
    knows,
    ask,
    stream: (operation, input) => attempt(operation, input, (transport, request) => transport.open(request)),
  }
}
