import { Counter, type Registry } from 'prom-client'
import type { Tx } from '../database/database.ts'

/** Something that is counted, under a name that begins with `comptoir_` and ends with `_total`. */
export type CountKind<Value extends string = string> = {
  readonly name: string
  readonly help: string
  /** What its counts are told apart by, and what that may be. */
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

export function createCounts(registry: Registry): Counts {
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
