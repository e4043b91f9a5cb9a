import { createConsole } from './console.ts'
import { createStorefront, SERVED_STOREFRONT } from './storefront.ts'
import type { WebApp } from './web-app.ts'

/** Returns the web apps that a server with these settings serves. They show the name of the shop at each request. */
export function listServedApps(config: { shopName: string; servesStorefront: boolean }): WebApp[] {
  const shop = () => config.shopName
  const storefront = createStorefront({ ...SERVED_STOREFRONT, shop })
  return config.servesStorefront ? [createConsole(shop), storefront] : [createConsole(shop)]
}
