import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { currentTrace, type Trace } from '../trace.ts'
import { withBatch } from '../tracing/spans.ts'
import { isDatabaseAway } from './faults.ts'

type Options = {
  /** Items that go together at most. */
  size?: number
  /** Batches at the same time. Without it one, and another beside it once it takes longer than 10 ms. */
  atOnce?: number
  /**
   * Whether each item of a batch that failed is tried alone, so that none fails through another's fault. Not where the
   * database went away: no item is at fault, and what was sent to it may have been done.
   */
  retryAlone?: boolean
}

type Waiting<Item, Result> = {
  item: Item
  /** The work that asked for it. */
  trace: Trace | undefined
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

/** A batch that takes longer waits for a lock, perhaps, and must not hold up those that came after it. */
const SLOW_MS = 10

/**
 * Batches work on single items: items that arrive while a batch runs go into
 * the next one, and a single item does not wait for others. `work` gives a result for each item, in their order.
 */
export function createBatcher<Item, Result>(
  work: (items: Item[]) => Promise<readonly Result[]>,
  { size = 32, atOnce, retryAlone = true }: Options = {},
): (item: Item) => Promise<Result> {
  const limit = pLimit(atOnce ?? 1)
  const waiting: Waiting<Item, Result>[] = []

  async function run(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const traces = batch.map(({ trace }) => trace)
      const results = await withBatch(traces, () => work(batch.map(({ item }) => item)))
      for (const [i, result] of results.entries()) batch[i]?.resolve(result)
    } catch (error) {
      if (retryAlone && batch.length > 1 && !isDatabaseAway(error))
        await Promise.all(batch.map(each => run([each])))
      else for (const { reject } of batch) reject(error)
    }
  }

  async function next(): Promise<unknown> {
    // Items from the same packet go in the same batch.
    await setImmediate()
    const running = run(waiting.splice(0, size))
    return atOnce === undefined ? Promise.race([running, sleep(SLOW_MS)]) : running
  }

  return item =>
    new Promise((resolve, reject) => {
      const isFirst = waiting.length % size === 0
      waiting.push({ item, trace: currentTrace(), resolve, reject })
      if (isFirst) void limit(next)
    })
}

/**
 * The same for work that is asked for without an item: one run for all who ask before it begins, one run at a time. Who
 * asks while one is under way gets the next, whose result is never older than the question.
 */
export const coalesce = <Result>(work: () => Promise<Result>): (() => Promise<Result>) => {
  const ask = createBatcher<undefined, Result>(
    async asked => {
      const result = await work()
      return asked.map(() => result)
    },
    { size: Number.POSITIVE_INFINITY, atOnce: 1, retryAlone: false },
  )
  return () => ask(undefined)
}
