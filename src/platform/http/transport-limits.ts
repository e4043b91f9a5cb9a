import type { FastifyInstance } from 'fastify'
import { arrivalOf, limitArrival, type TransportSettings } from './arrival.ts'
import { limitConnections } from './connections.ts'
import { limitRequestLine } from './request-line.ts'

/** Bounds what callers send and how they send it, before any route sees it. Needs to know who calls. */
export function limitTransport(app: FastifyInstance, settings: TransportSettings) {
  limitRequestLine(app)
  const arrival = arrivalOf(settings)
  if (!arrival) return
  limitArrival(app, arrival)
  const { connectionsAtOnce: most, answerSeconds: seconds, trustedProxies } = settings
  limitConnections(app, { most, seconds, trustedProxies })
}
