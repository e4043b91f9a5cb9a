import type { FastifyRequest } from 'fastify'
import { Problem } from '../../platform/http/problem.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { networkOf } from '../../platform/limits/network.ts'

export const ORDERS_A_MINUTE = 60

/** Lets 60 orders a minute pass from one address; 429 for more. Who shows a key is let pass, and everybody without keys. */
export function createOrderLimit(limits: Limits) {
  const orders = limits.counter(
    { name: 'commandes', most: ORDERS_A_MINUTE, seconds: 60 },
    { remembers: true },
  )
  return async ({ caller, ip }: FastifyRequest) => {
    if (caller.trusted) return
    const wait = await orders.take(networkOf(ip))
    if (wait !== undefined)
      throw new Problem(429, 'Trop de commandes en une minute : réessayez dans un instant', wait)
  }
}
