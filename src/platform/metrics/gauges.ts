import { Gauge, type Registry } from 'prom-client'
import { within } from '../within.ts'

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

export type Gauges = {
  add(gauges: readonly GaugeOf[], area?: string): void
  /** Asks for all, or those of an area, one after another: a look takes one connection. What cannot be had is left out. */
  refresh(area?: string): Promise<void>
}

export function createGauges(registry: Registry): Gauges {
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
  return [['', await within(withinMs, Promise.resolve(gauge.value()))]]
}

/** All at once, so that nobody who looks meanwhile finds it gone. */
function show({ label }: GaugeOf, shown: Gauge, figures: Figures) {
  if (label === undefined) shown.remove()
  else shown.reset()
  for (const [name, value] of figures)
    if (value !== undefined) shown.set(label === undefined ? {} : { [label]: name }, value)
}
