import type { Config } from '../config.ts'
import { createConsole } from './console.ts'
import { createStorefront, SERVED_STOREFRONT } from './storefront.ts'
import type { WebApp } from './web-app.ts'

/** Returns the web apps that a server with these settings serves. They show the name of the shop at each request. */
export function listServedApps(config: Config): WebApp[] {
  const shop = () => config.shopName
  const { returnOrigins = [] } = (config.ofAreas.payments ?? {}) as { returnOrigins?: string[] }
  const staff = createConsole(shop, returnOrigins[0] ?? (config.servesStorefront ? '/boutique' : '/'))
  const storefront = createStorefront({ ...SERVED_STOREFRONT, shop })
  return config.servesStorefront ? [staff, storefront] : [staff]
}
