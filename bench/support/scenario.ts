import type { Bench } from './bench.ts'
import { type Call, load } from './load.ts'
import { type Benchmark, type Measurement, measure, type Round } from './measure.ts'
import { assertSameAnswers } from './same-answer.ts'

/** `finds` is `same` if the response must equal the platform's, and `others` if it may contain other products. */
type OtherCall = { name: string; call: (i: number) => Call; finds: 'same' | 'others' }

/** Calls of the platform and of a minimal server in `bare/`; `i` is the number of the call. */
export type Scenario = {
  name: string
  connections: number
  platform: (i: number) => Call
  bare?: ((i: number) => Call) | undefined
  /** Generated values (ids, times, tokens), ignored when the two responses are compared. */
  madeUp?: RegExp | undefined
  /** An alternative implementation: a call of the bare server, or a round without a server. */
  other?: Benchmark['other'] | OtherCall
}

const WARM_SECONDS = 1

export const createLoadRound =
  (base: string, call: (i: number) => Call, connections: number): Round =>
  seconds =>
    load(base, call, connections, seconds)

/** With many connections, a slow call of an alternative would not complete within a round. */
const OTHER_CONNECTIONS = 2

type Bases = { platform: string; bare: string }

function roundsOf({ name, connections, platform, bare, other }: Scenario, bases: Bases): Benchmark {
  const slow = other &&
    'call' in other && {
      name: other.name,
      round: createLoadRound(bases.bare, other.call, Math.min(connections, OTHER_CONNECTIONS)),
    }
  return {
    name,
    platform: createLoadRound(bases.platform, platform, connections),
    bare: bare && createLoadRound(bases.bare, bare, connections),
    other: other && 'round' in other ? other : slow || undefined,
  }
}

/** Measures scenarios, each after `assertSameAnswers` and a warm-up of both servers, but not of an alternative. */
export async function measureScenarios(
  bench: Bench,
  scenarios: readonly Scenario[],
  bases: Bases,
  settle: () => Promise<void>,
): Promise<Measurement[]> {
  const measured = []
  for (const scenario of scenarios) {
    const benchmark = roundsOf(scenario, bases)
    bench.progress.now(`${scenario.name}: warming`)
    await assertSameAnswers(scenario, bases)
    await benchmark.platform(WARM_SECONDS)
    await benchmark.bare?.(WARM_SECONDS)
    measured.push(...(await measure(bench, [benchmark], settle)))
  }
  return measured
}
