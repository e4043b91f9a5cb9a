import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { type CountKind, type Counts, createCounts } from '../metrics/counts.ts'
import { createGauges, type GaugeOf } from '../metrics/gauges.ts'

export type Metrics = {
  /** What is counted as it happens. */
  counts: Counts
  /** Adds figures of an area; without one, of the process and its database. */
  watch(
    parts: { gauges?: readonly GaugeOf[]; counts?: readonly CountKind[] | undefined },
    area?: string,
  ): void
  whole(): Promise<string>
  ofArea(area: string): Promise<string>
}

const REQUESTS = 'comptoir_http_request_duration_seconds'

/** Times every request by area and route, and shows what areas and platform count and measure. */
export function measure(app: FastifyInstance, areas: readonly string[]): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: REQUESTS,
    help: 'Time from a request to the end of its answer',
    labelNames: ['area', 'method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers: [registry],
  })

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

  const all = createGauges(registry)
  const counts = createCounts(registry)
  const namesOf = new Map<string | undefined, string[]>()

  return {
    counts,
    watch({ gauges = [], counts: counted = [] }, area) {
      all.add(gauges, area)
      for (const kind of counted) counts.open(kind)
      const known = namesOf.get(area) ?? []
      namesOf.set(area, [...known, ...[...gauges, ...counted].map(({ name }) => name)])
    },
    async whole() {
      await all.refresh()
      return registry.metrics()
    },
    async ofArea(area) {
      await all.refresh(area)
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
