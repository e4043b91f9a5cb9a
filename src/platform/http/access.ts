import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

/** Who may call a route: anyone; the customer concerned; the shop's staff; internal tools. */
export type Access = 'open' | 'customer' | 'staff' | 'internal'

/** A signed-in customer and every identifier that their orders may carry. */
export type Customer = { userId: number; email: string; clientIds: string[] }

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** The identifier in the address cannot be guessed, and is credential enough on a customer route. */
    addressIsCredential?: boolean
    /** False: reached under the area's own address only, because another area owns the path on the bare host. */
    bare?: boolean
  }
  interface FastifyRequest {
    /** Whether the caller showed a configured API key. */
    hasKey: boolean
    /** The signed-in customer of the bearer token, if there is one; 401 for a token that is not valid. */
    customer(): Promise<Customer | undefined>
  }
}

/** Finds the customer of a bearer token; undefined when it is not valid (any more). */
export type Authenticate = (token: string) => Promise<Customer | undefined>

const digest = (text: string) => createHash('sha256').update(text).digest()

export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

export function guardAccess(app: FastifyInstance, apiKeys: string[], authenticate: Authenticate) {
  const keys = apiKeys.map(digest)
  const guarded = keys.length > 0
  const isKey = (given: string) => {
    const candidate = digest(given)
    return keys.reduce((found, key) => timingSafeEqual(key, candidate) || found, false)
  }

  app.addHook('onRoute', route => {
    if (!route.config?.access)
      throw new Error(`Route ${String(route.method)} ${route.url} declares no access class`)
  })

  app.decorateRequest('hasKey', false)
  app.decorateRequest('customer', async function (this: FastifyRequest) {
    const token = bearerToken(this)
    if (!token) return undefined
    const customer = await authenticate(token)
    if (!customer) throw new Problem(401, 'The bearer token is not valid or has expired')
    return customer
  })

  if (!guarded) return
  app.addHook('onRequest', async request => {
    const { access, addressIsCredential } = request.routeOptions.config
    const given = request.headers['x-api-key']
    if (typeof given === 'string') {
      if (!isKey(given)) throw new Problem(401, 'The API key is not valid')
      request.hasKey = true
      return
    }
    if (access === 'staff' || access === 'internal')
      throw new Problem(401, 'An API key is needed: header X-API-Key')
    if (access === 'customer' && !addressIsCredential && !(await request.customer()))
      throw new Problem(401, 'A bearer token is needed: header Authorization')
  })
}

/**
 * Refuses (403) a signed-in customer who asks for another's data. `owner` is any identifier of the customer it belongs to.
 * Callers with a key, and all callers while no keys are configured, pass.
 */
export async function allowOnlyOwner(request: FastifyRequest, owner: string | number, guarded: boolean) {
  if (!guarded || request.hasKey) return
  const customer = await request.customer()
  if (!customer) throw new Problem(401, 'A bearer token is needed: header Authorization')
  if (![String(customer.userId), ...customer.clientIds].includes(String(owner)))
    throw new Problem(403, 'This belongs to another customer')
}
