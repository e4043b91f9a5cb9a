import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Counter } from '../limits/limits.ts'
import { networkOf } from '../network.ts'
import { Problem } from '../problem.ts'
import type { Author } from '../trace.ts'
import { isSameOrigin } from './origins.ts'
import type { ConfiguredKey, Right } from './rights.ts'

/** The owner of a key or session. */
export type Agent = Author & {
  rights: readonly Right[]
  /** The stores to which the rights are limited; undefined for all stores. */
  stores: readonly number[] | undefined
  /** Whether it is the key that areas send to each other. */
  isPlatform: boolean
}

/** A credential that a caller sent, and its owner. */
export type SentCredential = { agent: Agent; headers: Record<string, string> }
export type FindAgent = (
  request: FastifyRequest,
) => SentCredential | undefined | Promise<SentCredential | undefined>

export const SESSION_COOKIE = 'comptoir_session'

/** A revoked key is refused by all processes within this time. */
const CACHE_MS = 5_000

/**
 * Hashes a secret for storage and comparison. Because keys are looked up by hash, timing reveals nothing about their text.
 */
export const hashSecret = (secret: string) => hash('sha256', secret, 'base64url')

/** Returns the staff session that a request sent, valid or not. */
export const sessionOf = ({ headers }: FastifyRequest) =>
  new RegExp(`(?:^|; *)${SESSION_COOKIE}=([\\w-]{20,100})(?:;|$)`).exec(headers.cookie ?? '')?.[1]

type Parts = {
  keys: readonly ConfiguredKey[]
  /** Finds the owner of a key or session by its hash; undefined if it is unknown, expired or revoked. */
  ask(kind: Agent['kind'], hash: string): Promise<Agent | undefined>
  /** Counts invalid keys by network. */
  guesses: Counter
  publicUrl: string | undefined
}

/**
 * Returns a function that finds the owner of a request's key or session. Its promise rejects with a 401 for an invalid
 * key, a 429 for too many of them, and a 403 for a session that a page of another site sends to change something. An
 * invalid session counts as none.
 */
export function createFindAgent({ keys, ask, guesses, publicUrl }: Parts): FindAgent {
  const own = keys.find(({ rights }) => rights.includes('peer'))
  const configured = new Map(
    keys.map(each => [
      hashSecret(each.key),
      {
        kind: 'cle' as const,
        id: null,
        name: each.name ?? `COMPTOIR_API_KEYS ${keys.indexOf(each) + 1}`,
        rights: each.rights,
        stores: undefined,
        isPlatform: each === own,
      },
    ]),
  )
  const cache = new LRUCache<string, Promise<Agent | undefined>>({ max: 10_000, ttl: CACHE_MS })

  function find(kind: Agent['kind'], hash: string): Promise<Agent | undefined> {
    const at = `${kind} ${hash}`
    const cached = cache.get(at)
    if (cached) return cached
    const asked = ask(kind, hash)
    cache.set(at, asked)
    // A failed lookup is not cached.
    asked.catch(() => cache.delete(at))
    return asked
  }

  async function byKey(request: FastifyRequest, key: string, hash: string): Promise<SentCredential> {
    const agent = await find('cle', hash)
    if (agent) return { agent, headers: { 'x-api-key': key } }
    const wait = await guesses.consume(networkOf(request.ip))
    if (wait !== undefined)
      throw new Problem(429, 'trop-d-essais', 'Too many wrong API keys', { retryAfterSeconds: wait })
    throw new Problem(401, 'cle-invalide', 'The API key is not valid')
  }

  async function bySession(request: FastifyRequest, secret: string): Promise<SentCredential | undefined> {
    const agent = await find('personnel', hashSecret(secret))
    if (!agent) return undefined
    if (!isSameOrigin(request, publicUrl))
      throw new Problem(
        403,
        'origine-refusee',
        'Pages of other sites cannot act for a signed-in member of staff',
      )
    return { agent, headers: { cookie: `${SESSION_COOKIE}=${secret}` } }
  }

  return request => {
    const key = request.headers['x-api-key']
    if (typeof key === 'string') {
      const hash = hashSecret(key)
      const agent = configured.get(hash)
      return agent ? { agent, headers: { 'x-api-key': key } } : byKey(request, key, hash)
    }
    const session = sessionOf(request)
    return session === undefined ? undefined : bySession(request, session)
  }
}
