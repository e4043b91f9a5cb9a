import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { withTimeout } from '../concurrency/timeout.ts'
import type { Tx } from '../database/database.ts'

/** Something that is counted, under a name that begins with `comptoir_` and ends with `_total`. */
export type CountKind<Value extends string = string> = {
  readonly name: string
  readonly help: string
  /** The label of its counts, and the label's values. */
  readonly label?: string
  readonly values?: readonly Value[]
}

/** One count. */
export const countKind = (name: string, help: string): CountKind<never> => ({ name, help })

/** A count for each value of a label. Values that the declaration cannot know are passed to `Counts.open`. */
export const countsBy = <const Value extends string = string>(
  name: string,
  help: string,
  label: string,
  values: readonly Value[] = [],
): CountKind<Value> => ({ name, help, label, values })

type How<Value> = { value?: Value; by?: number }

export type Counts = ReturnType<typeof createCounts>

/**
 * Counters of this process since its start. Prometheus adds up the processes and knows a restart when it sees one; what a
 * process that is killed did after the last look at it is missing there. For the books there are the figures of the areas.
 */
function createCounts(registry: Registry) {
  const counterOf = ({ name, help, label }: CountKind) =>
    (registry.getSingleMetric(name) as Counter | undefined) ??
    new Counter({ name, help, labelNames: label ? [label] : [], registers: [registry] })

  function add<Value extends string>(kind: CountKind<Value>, { value, by = 1 }: How<Value> = {}) {
    const labels: Record<string, string> = {}
    if (kind.label && value !== undefined) labels[kind.label] = value
    counterOf(kind).inc(labels, by)
  }

  return {
    add,
    /** Counts what a transaction does, once that is committed. */
    committed: <Value extends string>(tx: Tx, kind: CountKind<Value>, how?: How<Value>) =>
      tx.afterCommit(() => add(kind, how)),
    /** Shows a kind at 0 from the start: an alarm sees only what rises. */
    open<Value extends string>(kind: CountKind<Value>, values = kind.values ?? []) {
      counterOf(kind)
      for (const value of values) add(kind, { value, by: 0 })
    },
  }
}

type Value = number | undefined

/**
 * A gauge that is computed at each scrape, cheaply, however much there is. Its name begins with `comptoir_`. Undefined
 * values are left out.
 */
export type GaugeOf = { name: string; help: string } & (
  | { label?: undefined; value(): Value | Promise<Value> }
  /** One for each value of a label. */
  | { label: string; values(): Record<string, Value> }
)

/** Time limit of a scrape: Prometheus waits for ten seconds. */
const LONGEST_MS = 3_000

async function read(gauge: GaugeOf, withinMs: number): Promise<[string, Value][]> {
  // A database that does not answer is not asked again and again.
  if (withinMs <= 0) return []
  if (gauge.label !== undefined) return Object.entries(gauge.values())
  return [['', await withTimeout(withinMs, Promise.resolve(gauge.value()))]]
}

/** Replaces all values at once, so that a concurrent scrape never finds the gauge empty. */
function show({ label }: GaugeOf, shown: Gauge, figures: [string, Value][]) {
  if (label === undefined) shown.remove()
  else shown.reset()
  for (const [name, value] of figures)
    if (value !== undefined) shown.set(label === undefined ? {} : { [label]: name }, value)
}

type Watched = { gauges?: readonly GaugeOf[]; counts?: readonly CountKind[] | undefined }

const REQUESTS = 'comptoir_http_request_duration_seconds'

export type Metrics = ReturnType<typeof createMetrics>

/** Times every request by area and route, and shows the counters and gauges of areas and platform. */
export function createMetrics(areas: readonly string[]) {
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
  const counts = createCounts(registry)
  const watched: { area: string | undefined; gauge: GaugeOf; shown: Gauge }[] = []
  const counted: { area: string | undefined; name: string }[] = []

  /** Computes gauges one after another, so that a scrape takes one connection. Values that fail are left out. */
  async function refresh(gauges: typeof watched) {
    const end = performance.now() + LONGEST_MS
    for (const { gauge, shown } of gauges)
      show(gauge, shown, await read(gauge, end - performance.now()).catch(() => []))
  }

  return {
    counts,
    /** Times a request that has been answered. */
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
