import type { FastifyInstance } from 'fastify'
import { signedIn } from './caller.ts'
import { Problem } from './problem.ts'

/** Who may call a route: anyone; the customer concerned; staff; internal tools. */
export type Access = 'open' | 'customer' | 'staff' | 'internal'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** The identifier in the address cannot be guessed, and is credential enough on a customer route. */
    addressIsCredential?: boolean
    /** The credentials that an open route does without, and takes into account where they are shown. */
    takes?: readonly ('bearer' | 'key')[]
    /** False: reached under the area's own address only, because another area owns the path on the bare host. */
    bare?: boolean
  }
}

/** Compares the caller of each request with the access class of its route. */
export function guardAccess(app: FastifyInstance) {
  app.addHook('onRoute', route => {
    if (!route.config?.access)
      throw new Error(`Route ${String(route.method)} ${route.url} declares no access class`)
  })

  app.addHook('onRequest', async ({ caller, routeOptions }) => {
    if (caller.trusted) return
    const { access, addressIsCredential } = routeOptions.config
    if (access === 'staff' || access === 'internal')
      throw new Problem(401, 'An API key is needed: header X-API-Key')
    if (access === 'customer' && !addressIsCredential) await signedIn(caller)
  })
}
