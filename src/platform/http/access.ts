import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'
import { requireCustomer } from './caller.ts'
import type { Right } from './rights.ts'
import { checkStoreParameter, refuseStores, type StoreRule } from './stores.ts'

/** The callers for whom a route is meant: anyone, the customer concerned, staff, or internal tools. */
export type Access = 'open' | 'customer' | 'staff' | 'internal'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /**
     * Each of these rights grants access to a staff or internal route, and lets its holder act for the customer of a
     * customer route.
     */
    rights?: readonly Right[]
    /**
     * Whether the identifier in the address cannot be guessed, so that it suffices as a credential on a customer route.
     */
    addressIsCredential?: boolean
    /** Whether the address is a link that the platform has signed, which suffices as a credential on a customer route. */
    opensByLink?: (request: FastifyRequest) => boolean
    /** The credentials that an open route does not require but takes into account. */
    takes?: readonly ('bearer' | 'key')[]
    /** How the route applies to a caller whose rights are limited to stores. Without it, such a caller has none here. */
    stores?: StoreRule
    /** False if the route exists only under the area's own prefix, because another area owns the path on the bare host. */
    bare?: boolean
  }
}

const WITHOUT_RIGHTS: readonly (Access | undefined)[] = ['open', 'customer']

/**
 * Fails the registration of a route without an access class, or of a staff or internal route without rights. Adds the
 * check of its store parameter to a route that declares one.
 */
export function requireAccessClasses(app: FastifyInstance) {
  app.addHook('onRoute', route => {
    const { method, url, config } = route
    const name = `Route ${String(method)} ${url}`
    if (!config?.access) throw new Error(`${name} declares no access class`)
    if (!WITHOUT_RIGHTS.includes(config.access) && !config.rights?.length)
      throw new Error(`${name} declares no right that opens it`)
    if (typeof config.stores === 'object')
      route.preHandler = [checkStoreParameter(config.stores), ...[route.preHandler ?? []].flat()]
  })
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/**
 * Checks the caller against the access class and the rights of the route. Throws a 401 or 403. If only a bearer token
 * can give access, returns a promise that rejects with a 401 unless the caller sent a valid one.
 */
export function checkAccess(request: FastifyRequest): Promise<unknown> | undefined {
  const { caller, routeOptions } = request
  const { access, addressIsCredential, opensByLink, rights = [] } = routeOptions.config
  if (access === undefined || access === 'open' || caller.may(...rights)) return undefined
  if (access === 'customer') {
    if (opensByLink?.(request)) return undefined
    if (caller.isClosedOut && !caller.token && rights.length > 0) throw refuseStores(caller)
    if (addressIsCredential) return undefined
    // An insufficient key does not matter if the caller also sent a token, or if only a token gives access to the
    // route.
    if (!caller.hasKey || caller.token || rights.length === 0) return requireCustomer(caller)
  }
  if (!caller.hasKey) throw new Problem(401, 'cle-absente', 'An API key is required in the header X-API-Key')
  if (caller.holds(...rights)) throw refuseStores(caller)
  throw new Problem(403, 'droit-absent', `This call requires the right ${alternatives.format(rights)}`)
}
