import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createOpenCounter, createProcessCounter, type Limits } from '../limits/limits.ts'
import { networkOf } from '../network.ts'
import { Problem } from '../problem.ts'
import { addressOf } from './caller.ts'

/** The maximum number of calls per minute from one address without a key. Limits with the same name share a count. */
export type CallLimit = {
  name: string
  most: number
  /** The message of the 429. It is in French, because the caller may be a shopper. */
  refusal: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    limit?: CallLimit
    /** The number of calls that a request counts as: one for each 5 ms of its processor time. */
    weight?: (request: FastifyRequest) => number
    /** Whether the response is an endless stream. */
    stream?: boolean
  }
}

const MINUTE = 60

/** The number of calls that a body above the size limit counts as: the server may have received it up to the limit. */
const TOO_LARGE_WEIGHT = 50

/**
 * Limits calls without a key by address, in this process and, for routes with a `limit`, also across all processes.
 * Returns the function that counts a call on arrival and throws a 429 above the limit.
 */
export function limitCalls(app: FastifyInstance, limits: Limits, most: number) {
  const inProcess = createProcessCounter({ most, seconds: MINUTE })
  const tooMany = (refusal: string, retryAfterSeconds: number) =>
    new Problem(429, 'trop-de-requetes', refusal, { retryAfterSeconds })

  /** Counts calls of an address in this process, per name of a `limit`; returns the seconds to wait above `most`. */
  const count = (request: FastifyRequest, calls: number) =>
    inProcess(`${request.routeOptions.config.limit?.name ?? ''} ${networkOf(addressOf(request))}`, calls)

  /** Throws a 429 above `most`. Calls that never reach the handler count too. */
  function countCall(request: FastifyRequest, calls = 1) {
    const wait = count(request, calls)
    if (wait !== undefined) throw tooMany('Trop de requêtes en une minute : réessayez dans un instant', wait)
  }

  app.addHook('onError', (request, _reply, { statusCode }, done) => {
    if (statusCode === 413 && !request.caller.trusted) count(request, TOO_LARGE_WEIGHT - 1)
    done()
  })

  app.addHook('onRoute', route => {
    const { limit, weight } = route.config ?? {}
    const counter = limit && limits.counter({ ...limit, seconds: MINUTE }, { remembers: true })
    if (!counter && !weight) return
    const consume = async (request: FastifyRequest) => {
      if (request.caller.trusted) return
      const wait = await counter?.consume(networkOf(addressOf(request)))
      if (limit && wait !== undefined) throw tooMany(limit.refusal, wait)
      // The request itself was counted on arrival.
      const more = Math.round(weight?.(request) ?? 1) - 1
      if (more > 0) countCall(request, more)
    }
    // After validation, so that invalid requests do not count toward `limit`; before the Idempotency-Key is claimed, so
    // that a refused call does not occupy its key.
    route.preHandler = [consume, route.preHandler ?? []].flat()
  })
  return countCall
}

/** An estimate: a stream ends when its reader disconnects, at an unknown time. */
const RETRY_S = 30

/** Limits the open streams of one address without a key in this process. */
export function limitStreams(app: FastifyInstance, most: number) {
  const open = createOpenCounter(most)
  const openStream = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.caller.trusted) return
    const release = open(networkOf(addressOf(request)))
    if (!release)
      throw new Problem(429, 'trop-de-requetes', 'Too many streams are open to this address', {
        retryAfterSeconds: RETRY_S,
      })
    reply.raw.once('close', release)
  }
  app.addHook('onRoute', route => {
    if (route.config?.stream) route.onRequest = [route.onRequest ?? [], openStream].flat()
  })
}
