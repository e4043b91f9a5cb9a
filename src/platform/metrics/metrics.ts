import type { FastifyInstance } from 'fastify'
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

/** A count for each value of a label. Values that the declaration cannot know are told to `Counts.open`. */
export const countsBy = <const Value extends string = string>(
  name: string,
  help: string,
  label: string,
  values: readonly Value[] = [],
): CountKind<Value> => ({ name, help, label, values })

type How<Value> = { value?: Value; by?: number }

/**
 * What this process has done since it started. Prometheus adds up the processes and knows a restart when it sees one; what a
 * process that is killed did after the last look at it is missing there. For the books there are the figures of the areas.
 */
export type Counts = {
  add<Value extends string>(kind: CountKind<Value>, how?: How<Value>): void
  /** Counts what a transaction does, once that is committed. */
  committed<Value extends string>(tx: Tx, kind: CountKind<Value>, how?: How<Value>): void
  /** Shows a kind at 0 from the start: an alarm sees only what rises. */
  open<Value extends string>(kind: CountKind<Value>, values?: readonly Value[]): void
}

function createCounts(registry: Registry): Counts {
  const counters = new Map<string, Counter>()

  function counterOf({ name, help, label }: CountKind) {
    const known = counters.get(name)
    if (known) return known
    const counter = new Counter({ name, help, labelNames: label ? [label] : [], registers: [registry] })
    counters.set(name, counter)
    return counter
  }

  const add: Counts['add'] = (kind, { value, by = 1 } = {}) => {
    const labels: Record<string, string> = {}
    if (kind.label && value !== undefined) labels[kind.label] = value
    counterOf(kind).inc(labels, by)
  }

  return {
    add,
    committed: (tx, kind, how) => tx.afterCommit(() => add(kind, how)),
    open(kind, values = kind.values ?? []) {
      counterOf(kind)
      for (const value of values) add(kind, { value, by: 0 })
    },
  }
}

type Value = number | undefined

/**
 * A figure that is asked for whenever somebody looks: cheap, however much there is. Its name begins with `comptoir_`. What is
 * undefined is left out.
 */
export type GaugeOf = { name: string; help: string } & (
  | { label?: undefined; value(): Value | Promise<Value> }
  /** One for each value of a label. */
  | { label: string; values(): Record<string, Value> }
)

/** How long all figures together may take: Prometheus waits for ten seconds. */
const LONGEST_MS = 3_000

type Gauges = {
  add(gauges: readonly GaugeOf[], area?: string): void
  /** Asks for all, or those of an area, one after another: a look takes one connection. What cannot be had is left out. */
  refresh(area?: string): Promise<void>
}

function createGauges(registry: Registry): Gauges {
  const known: { gauge: GaugeOf; shown: Gauge; area: string | undefined }[] = []

  return {
    add(gauges, area) {
      for (const gauge of gauges) {
        const { name, help, label } = gauge
        const labelNames = label === undefined ? [] : [label]
        known.push({ gauge, shown: new Gauge({ name, help, labelNames, registers: [registry] }), area })
      }
    },
    async refresh(area) {
      const end = performance.now() + LONGEST_MS
      for (const { gauge, shown, area: its } of known) {
        if (area !== undefined && its !== area) continue
        const left = end - performance.now()
        // A database that does not answer is not asked again and again.
        const figures = left > 0 ? await read(gauge, left).catch(() => []) : []
        show(gauge, shown, figures)
      }
    },
  }
}

type Figures = readonly (readonly [string, Value])[]

async function read(gauge: GaugeOf, withinMs: number): Promise<Figures> {
  if (gauge.label !== undefined) return Object.entries(gauge.values())
  return [['', await withTimeout(withinMs, Promise.resolve(gauge.value()))]]
}

/** All at once, so that nobody who looks meanwhile finds it gone. */
function show({ label }: GaugeOf, shown: Gauge, figures: Figures) {
  if (label === undefined) shown.remove()
  else shown.reset()
  for (const [name, value] of figures)
    if (value !== undefined) shown.set(label === undefined ? {} : { [label]: name }, value)
}

export type Metrics = {
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
