import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { currentTrace, type Trace } from '../trace.ts'
import { withBatch } from '../tracing/spans.ts'
import { isDatabaseUnavailable } from './faults.ts'

type Options = {
  /** The maximum number of items in a batch. */
  size?: number
  /**
   * The maximum number of concurrent batches. By default a batch starts once the previous one ends or has run for 10
   * ms.
   */
  atOnce?: number
  /**
   * Whether the items of a failed batch are retried separately, so that an invalid item does not fail the others. They
   * are not retried if the database became unavailable: no item is the cause, and the batch may have been committed.
   */
  retryAlone?: boolean
}

type Waiting<Item, Result> = {
  item: Item
  /** The trace of the caller. */
  trace: Trace | undefined
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

/** A batch that runs for longer may be waiting for a lock, and must not delay later items. */
const SLOW_BATCH_MS = 10

/**
 * Returns a function that groups its concurrent calls into batches for `work`. Items that arrive while a batch runs go into
 * the next one; a single item does not wait for others. `work` returns a result for each item, in order. If it throws, the
 * calls of the batch reject with its error, unless `retryAlone` applies.
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
      if (retryAlone && batch.length > 1 && !isDatabaseUnavailable(error))
        await Promise.all(batch.map(each => run([each])))
      else for (const { reject } of batch) reject(error)
    }
  }

  async function next(): Promise<unknown> {
    // Waits for calls of other requests that have already arrived, so that they join the batch.
    await setImmediate()
    const running = run(waiting.splice(0, size))
    return atOnce === undefined ? Promise.race([running, sleep(SLOW_BATCH_MS)]) : running
  }

  return item =>
    new Promise((resolve, reject) => {
      const isFirst = waiting.length % size === 0
      waiting.push({ item, trace: currentTrace(), resolve, reject })
      if (isFirst) void limit(next)
    })
}

/**
 * Returns a function that runs `work`, one run at a time, each for all calls that arrived before it began. A call during a
 * run is served by the next one, so its result is never older than the call. A failed run rejects all of its calls.
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
