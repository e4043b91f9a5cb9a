import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'
import { signedIn } from './caller.ts'
import type { Right } from './rights.ts'

/** The callers of a route: anyone; the customer concerned; staff; internal tools. */
export type Access = 'open' | 'customer' | 'staff' | 'internal'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Any one of these rights opens a staff or internal route, and lets a caller act for the customer of a customer route. */
    rights?: readonly Right[]
    /** The identifier in the address cannot be guessed, and is credential enough on a customer route. */
    addressIsCredential?: boolean
    /** Whether the request's address is a link that we have signed: credential enough on a customer route. */
    opensByLink?: (request: FastifyRequest) => boolean
    /** The credentials that an open route does without, and takes into account where they are shown. */
    takes?: readonly ('bearer' | 'key')[]
    /** False: reached under the area's own address only, because another area owns the path on the bare host. */
    bare?: boolean
  }
}

const FREE: readonly (Access | undefined)[] = ['open', 'customer']

/** Every route declares an access class, and staff and internal routes the rights that open them. */
export function requireAccessClasses(app: FastifyInstance) {
  app.addHook('onRoute', ({ method, url, config }) => {
    const route = `Route ${String(method)} ${url}`
    if (!config?.access) throw new Error(`${route} declares no access class`)
    if (!FREE.includes(config.access) && !config.rights?.length)
      throw new Error(`${route} declares no right that opens it`)
  })
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Compares the caller with the access class and the rights of the route; 401, 403. A promise where a token is looked up. */
export function checkAccess(request: FastifyRequest): Promise<unknown> | undefined {
  const { caller, routeOptions } = request
  const { access, addressIsCredential, opensByLink, rights = [] } = routeOptions.config
  if (access === undefined || access === 'open' || caller.may(...rights)) return undefined
  if (access === 'customer') {
    if (addressIsCredential || opensByLink?.(request)) return undefined
    // A key is no reason to refuse the customer who shows a token beside it, and is none where a token alone opens.
    if (!caller.hasKey || caller.token || rights.length === 0) return signedIn(caller)
  }
  if (!caller.hasKey) throw new Problem(401, 'cle-absente', 'An API key is needed: header X-API-Key')
  throw new Problem(403, 'droit-absent', `This needs the right ${alternatives.format(rights)}`)
}
