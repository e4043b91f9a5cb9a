import type { Bench } from './bench.ts'
import { type Call, type Figures, load } from './load.ts'

/** What is asked of the platform, and the same work of a minimal server (its bare limit) or of another way to do it. */
export type Scenario = {
  name: string
  connections: number
  ours: (i: number) => Call
  bare?: (i: number) => Call
}

export type Raced = { scenario: Scenario; ours: Figures[]; bare: Figures[] }

/** Each scenario for some rounds, platform and bare limit in turn, so that a machine whose speed drifts drifts for both. */
export async function race(
  { options: { rounds, seconds }, progress }: Bench,
  scenarios: Scenario[],
  bases: { ours: string; bare?: string },
): Promise<Raced[]> {
  const bar = progress('load', scenarios.length * rounds)
  const raced: Raced[] = []
  for (const scenario of scenarios) {
    const { name, connections, ours, bare } = scenario
    const run = (base: string, call: Scenario['ours'], for_ = seconds) => load(base, call, connections, for_)
    const figures: Raced = { scenario, ours: [], bare: [] }
    await run(bases.ours, ours, 2)
    if (bare && bases.bare) await run(bases.bare, bare, 2)
    for (let round = 0; round < rounds; round++) {
      if (bare && bases.bare) figures.bare.push(await run(bases.bare, bare))
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

/** The ratio of each round, and the middle one. */
const ratioOf = ({ ours, bare }: Raced) =>
  median(ours.map((figure, round) => figure.perSecond / bare[round]!.perSecond)).toFixed(2)

export const table = (head: string[], rows: (string | number)[][]) =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')

/** Medians of the rounds, as Markdown. */
export const raceTable = (raced: Raced[]) =>
  table(
    ['work', 'connections', 'platform, /s', 'bare limit, /s', 'ratio', 'median, ms', 'p95, ms', 'p99, ms'],
    raced.map(row => [
      row.scenario.name,
      row.scenario.connections,
      of(row.ours, 'perSecond'),
      row.bare.length > 0 ? of(row.bare, 'perSecond') : '',
      row.bare.length > 0 ? ratioOf(row) : '',
      of(row.ours, 'medianMs'),
      of(row.ours, 'p95Ms'),
      of(row.ours, 'p99Ms'),
    ]),
  )
