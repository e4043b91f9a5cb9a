import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../network.ts'
import { Problem } from '../problem.ts'
import { addressOf } from './caller.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer goes on until somebody ends it. */
    stream?: boolean
  }
}

/** A stream ends when its reader goes: nobody knows when that is. */
const RETRY_S = 30

/** Lets so many streams be open to one address in this process. Who shows a key is let pass. */
export function limitStreams(app: FastifyInstance, most: number) {
  const open = new Map<string, number>()
  const take = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.caller.trusted) return
    const network = networkOf(addressOf(request))
    const already = open.get(network) ?? 0
    if (already >= most)
      throw new Problem(429, 'trop-de-requetes', 'Too many streams are open to this address', {
        retryAfterSeconds: RETRY_S,
      })
    open.set(network, already + 1)
    reply.raw.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  }
  app.addHook('onRoute', route => {
    if (route.config?.stream) route.onRequest = [route.onRequest ?? [], take].flat()
  })
}
