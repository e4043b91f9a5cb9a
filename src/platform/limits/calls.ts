import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressOf } from '../http/caller.ts'
import { Problem } from '../http/problem.ts'
import type { Counter, Limits } from './limits.ts'
import { networkOf } from './network.ts'

/** How often callers without a key may call from one address in a minute. Routes that share a name are counted together. */
export type CallLimit = {
  name: string
  most: number
  /** Tells a caller who may be a shopper what there were too many of. */
  refusal: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    limit?: CallLimit
  }
}

const MINUTE = 60

/**
 * Counts the calls of those who show no key, by their address: those of routes with a `limit` among all processes, all others
 * in this one. Gives what counts a call by hand.
 */
export function limitCalls(app: FastifyInstance, limits: Limits, most: number) {
  const inProcess = limits.counterOfProcess({ name: 'calls', most, seconds: MINUTE })
  const counters = new Map<string, Counter>()
  const counterOf = ({ name, most }: CallLimit) => {
    const counter = counters.get(name) ?? limits.counter({ name, most, seconds: MINUTE }, { remembers: true })
    counters.set(name, counter)
    return counter
  }

  app.addHook('onRoute', route => {
    const { limit } = route.config ?? {}
    if (!limit) return
    const counter = counterOf(limit)
    const count = async (request: FastifyRequest) => {
      if (request.caller.trusted) return
      const wait = await counter.take(networkOf(addressOf(request)))
      if (wait !== undefined)
        throw new Problem(429, 'trop-de-requetes', limit.refusal, { retryAfterSeconds: wait })
    }
    // What breaks its schema is not counted; ahead of the Idempotency-Key, so that a refusal for haste is not kept for it.
    route.preHandler = [count, route.preHandler ?? []].flat()
  })

  /** What is sent to a route with a limit and never reaches it takes nothing from the other calls. */
  async function countCall(request: FastifyRequest) {
    const { limit } = request.routeOptions.config
    const wait = await inProcess.take(`${limit?.name ?? ''} ${networkOf(addressOf(request))}`)
    if (wait !== undefined)
      throw new Problem(
        429,
        'trop-de-requetes',
        'Trop de requêtes en une minute : réessayez dans un instant',
        { retryAfterSeconds: wait },
      )
  }
  return countCall
}
