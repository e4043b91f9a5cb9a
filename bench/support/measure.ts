import type { Bench } from './bench.ts'
import { percentiles, rounded } from './statistics.ts'

/** What one round did. `seconds`: how long it took; the times are those of single answers. */
export type Figures = { perSecond: number; seconds: number; times?: ReturnType<typeof percentiles> }

/** Works for about so many seconds. */
export type Round = (seconds: number) => Promise<Figures>

/** Something that the platform does; the same work of a minimal server, its bare limit; another way to do it. */
export type Benchmark = {
  name: string
  platform: Round
  bare?: Round | undefined
  other?: { name: string; round: Round } | undefined
}

const ways = ['platform', 'bare', 'other'] as const
export type Measured = { name: string; otherName?: string | undefined } & Record<
  (typeof ways)[number],
  Figures[]
>

export const notYet = (name: string, otherName?: string): Measured => ({
  ...{ name, otherName },
  ...{ platform: [], bare: [], other: [] },
})

/** Some rounds of each, platform and bare limit in turn, so that a machine whose speed drifts drifts for both. */
export async function measure(
  bench: Bench,
  benchmarks: readonly Benchmark[],
  settle: () => Promise<void> = async () => {},
): Promise<Measured[]> {
  const { progress, options } = bench
  const roundsOf = ({ platform, bare, other }: Benchmark) => ({ platform, bare, other: other?.round })
  const present = (benchmark: Benchmark) => ways.filter(way => roundsOf(benchmark)[way])
  progress.expect(benchmarks.flatMap(present).length * options.rounds)
  const measured: Measured[] = []
  for (const benchmark of benchmarks) {
    const found = notYet(benchmark.name, benchmark.other?.name)
    for (let round = 1; round <= options.rounds; round++)
      for (const way of present(benchmark)) {
        progress.now(`${benchmark.name}: ${way}, round ${round} of ${options.rounds}`)
        await settle()
        const figures = await roundsOf(benchmark)[way]?.(options.seconds)
        if (figures) found[way].push(figures)
        bench.shortest = Math.min(bench.shortest, figures?.seconds ?? 0)
        progress.step()
      }
    measured.push(found)
  }
  return measured
}

export const figuresOf = (done: number, seconds: number): Figures => ({
  perSecond: rounded(done / seconds),
  seconds,
})

/** A round of work that is done over and over, one after another. */
export const repeated =
  (work: () => unknown): Round =>
  async seconds => {
    const times: number[] = []
    const began = performance.now()
    while (performance.now() - began < seconds * 1_000) {
      const start = performance.now()
      await work()
      times.push(performance.now() - start)
    }
    return { ...figuresOf(times.length, (performance.now() - began) / 1_000), times: percentiles(times) }
  }

/** A round of work that does so much at a time, done again until the round is over; `prepare` is not timed. */
export const amount =
  (done: number, work: () => Promise<unknown>, prepare?: () => Promise<unknown>): Round =>
  async seconds => {
    let spent = 0
    let times = 0
    for (; spent < seconds * 1_000; times++) {
      await prepare?.()
      const began = performance.now()
      await work()
      spent += performance.now() - began
    }
    return figuresOf(times * done, spent / 1_000)
  }
