import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { areaNames } from '../../src/areas.ts'

/** Opens a platform and returns it with every route that it registers, including hidden ones and those of plugins. */
export async function captureRoutes<Opened>(
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

/** Removes the area prefix of a path, so that the operations common to all areas are equal. */
export const withoutArea = (url: string) => url.replace(RegExp(`^/(${areaNames.join('|')})(?=/)`), '')
