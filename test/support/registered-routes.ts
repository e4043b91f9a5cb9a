import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { areaNames } from '../../src/areas.ts'

/** Opens a platform and gives it with every route that it registers: hidden ones and those of plugins too. */
export async function withRoutes<Opened>(
  open: () => Promise<Opened>,
): Promise<{ shop: Opened; routes: RouteOptions[] }> {
  const routes: RouteOptions[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', route => void routes.push(route))
  }
  subscribe('fastify.initialization', watch)
  const shop = await open()
  unsubscribe('fastify.initialization', watch)
  return { shop, routes }
}

/** The operations that every area has are one: an area's name in front of a path is left out. */
export const withoutArea = (url: string) => url.replace(RegExp(`^/(${areaNames.join('|')})(?=/)`), '')
