import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { withTimeout } from '../concurrency/timeout.ts'
import type { Tx } from '../database/database.ts'

/** A counter, whose name begins with `comptoir_` and ends with `_total`. */
export type CountKind<Value extends string = string> = {
  readonly name: string
  readonly help: string
  /** The name of its label, and the label's values. */
  readonly label?: string
  readonly values?: readonly Value[]
}

/** Declares a counter without labels. */
export const countKind = (name: string, help: string): CountKind<never> => ({ name, help })

/** Declares a counter for each value of a label. Values that are unknown here are passed to `Counts.open`. */
export const countsBy = <const Value extends string = string>(
  name: string,
  help: string,
  label: string,
  values: readonly Value[] = [],
): CountKind<Value> => ({ name, help, label, values })

type Increment<Value> = { value?: Value; by?: number }

export type Counts = ReturnType<typeof createCounts>

/**
 * Counters of this process since its start. Prometheus sums up the processes and detects restarts; increments after the
 * last scrape of a killed process are lost. For accounting, use the figures of the areas.
 */
function createCounts(registry: Registry) {
  const counterOf = ({ name, help, label }: CountKind) =>
    (registry.getSingleMetric(name) as Counter | undefined) ??
    new Counter({ name, help, labelNames: label ? [label] : [], registers: [registry] })

  function add<Value extends string>(kind: CountKind<Value>, { value, by = 1 }: Increment<Value> = {}) {
    const labels: Record<string, string> = {}
    if (kind.label && value !== undefined) labels[kind.label] = value
    counterOf(kind).inc(labels, by)
  }

  return {
    add,
    /** Counts an operation of a transaction once the transaction has committed. */
    committed: <Value extends string>(tx: Tx, kind: CountKind<Value>, how?: Increment<Value>) =>
      tx.afterCommit(() => add(kind, how)),
    /** Initializes a counter at 0: an alert would miss an increase from no value to 1. */
    open<Value extends string>(kind: CountKind<Value>, values = kind.values ?? []) {
      counterOf(kind)
      for (const value of values) add(kind, { value, by: 0 })
    },
  }
}

type Value = number | undefined

/**
 * A gauge that is computed at each scrape, so its cost must not grow with the data. Its name begins with `comptoir_`.
 * Undefined values are omitted.
 */
export type GaugeDefinition = { name: string; help: string } & (
  | { label?: undefined; value(): Value | Promise<Value> }
  /** One gauge for each value of a label. */
  | { label: string; values(): Record<string, Value> }
)

/** The time limit for all gauges of a scrape. Prometheus waits for ten seconds by default. */
const SCRAPE_TIMEOUT_MS = 3_000

async function read(gauge: GaugeDefinition, withinMs: number): Promise<[string, Value][]> {
  // After the time limit, no further queries are sent to a database that does not respond.
  if (withinMs <= 0) return []
  if (gauge.label !== undefined) return Object.entries(gauge.values())
  return [['', await withTimeout(withinMs, Promise.resolve(gauge.value()))]]
}

/** Replaces all values at once, so that a concurrent scrape never finds the gauge empty. */
function show({ label }: GaugeDefinition, shown: Gauge, figures: [string, Value][]) {
  if (label === undefined) shown.remove()
  else shown.reset()
  for (const [name, value] of figures)
    if (value !== undefined) shown.set(label === undefined ? {} : { [label]: name }, value)
}

type Watched = { gauges?: readonly GaugeDefinition[]; counts?: readonly CountKind[] | undefined }

const REQUESTS = 'comptoir_http_request_duration_seconds'

export type Metrics = ReturnType<typeof createMetrics>

/** Measures every request by area and route, and renders the counters and gauges of areas and platform. */
export function createMetrics(areas: readonly string[]) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: REQUESTS,
    help: 'Time from the request to the end of its response',
    labelNames: ['area', 'method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers: [registry],
  })

  // Looking up a series by its labels costs more than observing it, so the lookups are cached.
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
  const counts = createCounts(registry)
  const watched: { area: string | undefined; gauge: GaugeDefinition; shown: Gauge }[] = []
  const counted: { area: string | undefined; name: string }[] = []

  /**
   * Computes gauges one after another, so that a scrape uses one connection at a time. Values that fail or come too
   * late are omitted.
   */
  async function refresh(gauges: typeof watched) {
    const end = performance.now() + SCRAPE_TIMEOUT_MS
    for (const { gauge, shown } of gauges)
      show(gauge, shown, await read(gauge, end - performance.now()).catch(() => []))
  }

  return {
    counts,
    /** Records the duration of a completed request. */
    observe({ method, routeOptions: { url = 'unknown' } }: FastifyRequest, reply: FastifyReply) {
      seriesOf(method, url, reply.statusCode).observe(reply.elapsedTime / 1000)
    },
    /** Adds metrics of an area; without one, of the process and its database. */
    watch({ gauges = [], counts: kinds = [] }: Watched, area?: string) {
      for (const gauge of gauges) {
        const { name, help, label } = gauge
        const labelNames = label === undefined ? [] : [label]
        watched.push({ area, gauge, shown: new Gauge({ name, help, labelNames, registers: [registry] }) })
      }
      for (const kind of kinds) counts.open(kind)
      counted.push(...kinds.map(({ name }) => ({ area, name })))
    },
    async whole() {
      await refresh(watched)
      return registry.metrics()
    },
    async ofArea(area: string) {
      const gauges = watched.filter(each => each.area === area)
      await refresh(gauges)
      const text = await registry.getSingleMetricAsString(REQUESTS)
      const requests = text
        .split('\n')
        .filter(line => line.startsWith('#') || line.includes(`area="${area}"`))
      const names = [
        ...gauges.map(({ gauge }) => gauge.name),
        ...counted.filter(each => each.area === area).map(({ name }) => name),
      ]
      const figures = await Promise.all(names.map(name => registry.getSingleMetricAsString(name)))
      return `${[...requests, ...figures].join('\n')}\n`
    },
  }
}
