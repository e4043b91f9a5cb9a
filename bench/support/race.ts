import type { Bench } from './bench.ts'
import { type Call, type Figures, load } from './load.ts'

/** What is asked of the platform, and the same work of a minimal server (its bare limit) or of another way to do it. */
export type Scenario = {
  name: string
  connections: number
  ours: (i: number) => Call
  bare?: (i: number) => Call
  /** A usual way to do it, by the same minimal server. */
  other?: { name: string; call: (i: number) => Call }
}

export type Raced = { scenario: Scenario; ours: Figures[]; bare: Figures[]; other: Figures[] }

const WARM_SECONDS = 1

/** Each scenario for some rounds, platform and bare limit in turn, so that a machine whose speed drifts drifts for both. */
export async function race(
  { options: { rounds, seconds }, progress }: Bench,
  scenarios: Scenario[],
  bases: { ours: string; bare?: string },
): Promise<Raced[]> {
  const bar = progress('load', scenarios.length * rounds)
  const raced: Raced[] = []
  for (const scenario of scenarios) {
    const { name, connections, ours, bare, other } = scenario
    const run = (base: string, call: Scenario['ours'], for_ = seconds) => load(base, call, connections, for_)
    const figures: Raced = { scenario, ours: [], bare: [], other: [] }
    await run(bases.ours, ours, WARM_SECONDS)
    if (bare && bases.bare) await run(bases.bare, bare, WARM_SECONDS)
    for (let round = 0; round < rounds; round++) {
      if (bare && bases.bare) figures.bare.push(await run(bases.bare, bare))
      if (other && bases.bare) figures.other.push(await run(bases.bare, other.call))
      figures.ours.push(await run(bases.ours, ours))
      bar.increment(1, { what: name })
    }
    raced.push(figures)
  }
  bar.stop()
  return raced
}

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const of = (figures: Figures[], key: keyof Figures) => median(figures.map(figure => figure[key]))

/** How many times as much as the other, in each round, and the middle one. */
const ratioOf = (ours: Figures[], other: Figures[]) =>
  other.some(({ perSecond }) => perSecond === 0)
    ? ''
    : median(ours.map((figure, round) => figure.perSecond / other[round]!.perSecond)).toFixed(2)

export const table = (head: string[], rows: (string | number)[][]) =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')

const against = ({ ours }: Raced, figures: Figures[]) =>
  figures.length > 0 ? [of(figures, 'perSecond'), ratioOf(ours, figures)] : ['', '']

/** Medians of the rounds, as Markdown. */
export function raceTable(raced: Raced[]) {
  const other = raced.find(({ scenario }) => scenario.other)?.scenario.other?.name
  const head = [
    'work',
    'connections',
    'platform, /s',
    'median, ms',
    'p95, ms',
    'p99, ms',
    'bare limit, /s',
    'ratio',
  ]
  return table(
    other ? [...head, `${other}, /s`, 'ratio'] : head,
    raced.map(row => [
      row.scenario.name,
      row.scenario.connections,
      ...(['perSecond', 'medianMs', 'p95Ms', 'p99Ms'] as const).map(key => of(row.ours, key)),
      ...against(row, row.bare),
      ...(other ? against(row, row.other) : []),
    ]),
  )
}
