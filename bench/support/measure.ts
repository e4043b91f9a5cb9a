import type { Bench } from './bench.ts'
import { percentiles, rounded } from './statistics.ts'
import { combineTurns } from './turns.ts'

/** Result of a round: `seconds` is its duration, `times` are of single responses. */
export type Figures = {
  perSecond: number
  seconds: number
  times?: ReturnType<typeof percentiles>
  /** Milliseconds of processor time per response, in the processes that the benchmark observes. */
  processorMs?: number
}

/** Runs for about `seconds`. */
export type Round = (seconds: number) => Promise<Figures>

/**
 * An operation of the platform, the same operation on a minimal server (its bare limit), and an alternative implementation.
 */
export type Benchmark = {
  name: string
  platform: Round
  bare?: Round | undefined
  other?: { name: string; round: Round } | undefined
}

const ways = ['platform', 'bare', 'other'] as const
export type Measurement = { name: string; otherName?: string | undefined } & Record<
  (typeof ways)[number],
  Figures[]
>

export const createMeasurement = (name: string, otherName?: string): Measurement => ({
  ...{ name, otherName },
  ...{ platform: [], bare: [], other: [] },
})

/**
 * Measures rounds of the platform, its bare limit and the alternative, interleaved in turns, so that changes of the
 * machine's speed affect all of them.
 */
export async function measure(
  bench: Bench,
  benchmarks: readonly Benchmark[],
  settle: () => Promise<void> = async () => {},
  turns = 1,
): Promise<Measurement[]> {
  const { progress, options } = bench
  const runs = (benchmark: Benchmark) =>
    ways.flatMap(way => {
      const run = way === 'other' ? benchmark.other?.round : benchmark[way]
      return run ? { way, run, figures: [] as Figures[] } : []
    })
  progress.expect(benchmarks.flatMap(runs).length * options.rounds * turns)
  const measured: Measurement[] = []
  for (const benchmark of benchmarks) {
    const found = createMeasurement(benchmark.name, benchmark.other?.name)
    for (let round = 1; round <= options.rounds; round++) {
      const inTurn = runs(benchmark)
      for (let turn = 1; turn <= turns; turn++)
        for (const { way, run, figures } of inTurn) {
          progress.now(`${benchmark.name}: ${way}, round ${round} of ${options.rounds}`)
          await settle()
          figures.push(await run(options.seconds / turns))
          progress.step()
        }
      for (const { way, figures } of inTurn) {
        const took = combineTurns(figures)
        bench.shortest = Math.min(bench.shortest, took.seconds)
        found[way].push(took)
      }
    }
    measured.push(found)
  }
  return measured
}

export const figuresOf = (done: number, seconds: number): Figures => ({
  perSecond: rounded(done / seconds),
  seconds,
})

/** Returns a round that repeats `work` sequentially. */
export const createRound =
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

/** Returns a round that repeats `work`, which processes `done` items per call; `prepare` is not timed. */
export const createBatchRound =
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
