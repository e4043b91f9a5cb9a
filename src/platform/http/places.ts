import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** What the server answers under, for those that lead requests to it. */
    places: Place[]
  }
}

/** A path that the server answers, with what a proxy in front has to know of it. */
export type Place = {
  /** Undefined for what belongs to the platform. */
  area: string | undefined
  methods: string[]
  /** Under its area, as routes write it: `/api/things/:id`. */
  path: string
  /** Whether the bare host answers it, too. */
  bare: boolean
  /** Bytes that a body may have; undefined for the usual limit. */
  bodyLimit: number | undefined
  /** Whether its answer never ends by itself. */
  stream: boolean
}

/** Notes every route while it is registered. */
export function notePlaces(app: FastifyInstance, areas: readonly string[]) {
  app.decorate('places', [])
  app.addHook('onRoute', ({ method, url, config, bodyLimit }) => {
    const first = url.split('/', 2)[1] ?? ''
    const area = areas.includes(first) ? first : undefined
    app.places.push({
      area,
      methods: [method].flat(),
      path: area ? url.slice(area.length + 1) : url,
      bare: area === undefined || config?.bare !== false,
      bodyLimit,
      stream: config?.stream === true,
    })
  })
}
