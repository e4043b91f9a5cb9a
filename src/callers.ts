import type { FastifyInstance } from 'fastify'
import { findAgent, RIGHTS_TO_ACT_FOR_CUSTOMERS, readSession } from './accounts/contract.ts'
import type { Config } from './config.ts'
import { createFindAgent } from './platform/http/agent.ts'
import { limitCalls } from './platform/http/call-limits.ts'
import { createIdentify, type Forwarding } from './platform/http/caller.ts'
import type { Guard } from './platform/http/guard.ts'
import type { ConfiguredKey } from './platform/http/rights.ts'
import type { Limits } from './platform/limits/limits.ts'
import type { Peers } from './platform/peers/peers.ts'

/** The maximum number of invalid keys that one network may send in a minute, so that keys cannot be guessed. */
const INVALID_KEYS = { name: 'cles', most: 30, seconds: 60 }

type Parts = {
  config: Config
  guard: Guard
  keys: readonly ConfiguredKey[]
  peers: Peers
  limits: Limits
  forwarding: Forwarding
}

/**
 * Returns the function that identifies the caller of a request and limits anonymous callers. Only the accounts area knows
 * the owners of tokens, created keys and staff sessions, so the function asks it.
 */
export const authenticateCallers = (
  server: FastifyInstance,
  { config, guard, keys, peers, limits, forwarding }: Parts,
) =>
  createIdentify({
    guard,
    findAgent: createFindAgent({
      keys,
      async ask(kind, hash) {
        const params = { nature: kind, empreinte: hash }
        const { status, body } = await peers.ask(findAgent, { params, expect: [404] })
        if (status === 404) return undefined
        const { id, nom, droits, magasins } = body
        return { kind, id, name: nom, rights: droits, stores: magasins ?? undefined, isPlatform: false }
      },
      guesses: limits.counter(INVALID_KEYS, { remembers: true }),
      publicUrl: config.publicUrl,
    }),
    async authenticate(token) {
      const headers = { authorization: `Bearer ${token}` }
      const { status, body } = await peers.ask(readSession, { headers, expect: [401] })
      return status === 200 ? { names: [String(body.userId), ...body.clientIds] } : undefined
    },
    speakForCustomers: RIGHTS_TO_ACT_FOR_CUSTOMERS,
    forwarding,
    countStranger: limitCalls(server, limits, config.callsAMinute),
  })
