import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { DatabasePool } from '../database/database.ts'
import { countWaiting } from '../events/store.ts'

/** A figure of an area, asked for whenever somebody looks. Its name begins with `comptoir_`. */
export type GaugeOf = { name: string; help: string; value(): Promise<number> }

export type Metrics = {
  /** Adds figures of an area. */
  watch(area: string, gauges: readonly GaugeOf[]): void
  whole(): Promise<string>
  ofArea(area: string): Promise<string>
}

const REQUESTS = 'comptoir_http_request_duration_seconds'

/** Times every request by area and route, and counts what waits in the outbox. */
export function measure(app: FastifyInstance, db: DatabasePool, areas: readonly string[]): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: REQUESTS,
    help: 'Time from a request to the end of its answer',
    labelNames: ['area', 'method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers: [registry],
  })
  const gauge = ({ name, help, value }: GaugeOf) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await value())
      },
    })
  gauge({
    name: 'comptoir_outbox_events',
    help: 'Events that wait to be sent',
    value: () => countWaiting(db),
  })
  const namesOf = new Map<string, string[]>()

  // Finding a series by its labels costs more than observing it: each is found once.
  const series = new Map<string, ReturnType<typeof duration.labels>>()
  const seriesOf = (method: string, route: string, status: number) => {
    const key = `${method} ${status} ${route}`
    let found = series.get(key)
    if (!found) {
      const first = route.split('/', 2)[1] ?? ''
      const area = areas.includes(first) ? first : 'platform'
      found = duration.labels({ area, method, route, status })
      series.set(key, found)
    }
    return found
  }
  app.addHook('onResponse', (request, reply, done) => {
    const { url = 'unknown' } = request.routeOptions
    seriesOf(request.method, url, reply.statusCode).observe(reply.elapsedTime / 1000)
    done()
  })

  return {
    watch(area, gauges) {
      namesOf.set(
        area,
        gauges.map(one => {
          gauge(one)
          return one.name
        }),
      )
    },
    whole: () => registry.metrics(),
    ofArea: async area => {
      const text = await registry.getSingleMetricAsString(REQUESTS)
      const requests = text
        .split('\n')
        .filter(line => line.startsWith('#') || line.includes(`area="${area}"`))
      const names = namesOf.get(area) ?? []
      const figures = await Promise.all(names.map(name => registry.getSingleMetricAsString(name)))
      return `${[...requests, ...figures].join('\n')}\n`
    },
  }
}
