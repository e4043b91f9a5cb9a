import fc from 'fast-check'
import { type Call, type Caller, generateCalls } from './calls.ts'
import type { Operation } from './operations.ts'
import { type Fault, makeCalls } from './play.ts'
import type { Target } from './target.ts'

const AT_ONCE = 40
const BATCHES = 15
/** The time limit of one check, including the search for a smaller failing batch. */
const SHRINKING_MS = 60_000
const MOST_MEMORY = 1_500 * 1024 * 1024

type Options = { calls: number; seed: number; onCalls?: (done: number) => void }

class Broken extends Error {}

const describeFault = ({ call, what, curl }: Fault) => `${call.operation.id}: ${what}\n${curl}`

/** The result of a run: the number of calls, and the statuses of each operation. */
export type Outcome = { calls: number; answers: Map<string, Set<number>> }

/**
 * Calls every operation of the target once, then random ones until `calls` are made, with values drawn from a seed.
 * Throws at the first fault, with the smallest failing calls found, or if the server's memory exceeds `MOST_MEMORY`.
 */
export async function fuzz(target: Target, { calls, seed, onCalls }: Options): Promise<Outcome> {
  const { operations, stories } = target
  const callers: Caller[] = target.key ? ['nobody', 'customer', 'key', 'key'] : ['nobody', 'customer']
  const callOf = (operation: Operation) => generateCalls(operation, operations, callers)
  const any = fc.oneof(
    ...operations.map(operation => ({
      // Operations common to all areas need fewer calls than those of a single area.
      weight: operation.id.includes('-') ? 1 : 4,
      arbitrary: callOf(operation),
    })),
  )
  const answers = new Map<string, Set<number>>()
  let done = 0

  async function tryOut(batch: readonly Call[]) {
    const { made, faults } = await makeCalls(target, batch)
    for (const { call, answer } of made) {
      const seen = answers.get(call.operation.id) ?? new Set()
      if (answer) seen.add(answer.status)
      answers.set(call.operation.id, seen)
    }
    done += batch.length
    onCalls?.(batch.length)
    const [fault] = faults
    if (fault) throw new Broken(describeFault(fault))
  }

  async function check(batches: fc.Arbitrary<Call[]>, roundSeed: number, numRuns: number) {
    const outcome = await fc.check(fc.asyncProperty(batches, tryOut), {
      ...{ seed: roundSeed, numRuns, interruptAfterTimeLimit: SHRINKING_MS },
    })
    if (outcome.failed)
      throw new Broken(
        `${outcome.errorInstance}\nfrom seed ${roundSeed}\n${target.log().trimEnd().split('\n').at(-1)?.slice(0, 2_000)}`,
      )
    const memory = await target.memory()
    if (memory > MOST_MEMORY)
      throw new Broken(`The server holds ${Math.round(memory / 1e6)} MB after ${done} calls`)
  }

  // Each operation is called once first, so that none is omitted in a short run.
  for (let first = 0; first < operations.length; first += AT_ONCE)
    await check(fc.tuple(...operations.slice(first, first + AT_ONCE).map(callOf)), seed, 1)
  for (let round = 0; done < calls; round++) {
    await stories.renew(1)
    const batches = fc.array(any, { minLength: 1, maxLength: AT_ONCE, size: 'max' })
    await check(batches, (seed + round) | 0, BATCHES)
  }
  await target.changes.settle()
  const missing = operations.filter(({ id }) => !answers.has(id))
  if (missing.length > 0) throw new Broken(`Never called: ${missing.map(({ id }) => id).join(', ')}`)
  return { calls: done, answers }
}
