import { createKeyedSemaphore } from '../concurrency/semaphore.ts'
import { Problem } from '../problem.ts'
import type { Limit, Limits } from './limits.ts'

/** Tries one thing; `refuse` makes the error of who has to wait. */
export type Attempts = <T>(
  key: string,
  attempt: () => Promise<T>,
  refuse: (retryAfterSeconds: number) => Problem,
) => Promise<T>

/** Who has to wait for another limit has not been tried. */
const isRefusal = (error: unknown) =>
  error instanceof Problem && error.statusCode < 500 && error.statusCode !== 429

/** Takes an attempt back unless it was refused. Where that fails it counts, which must not undo what succeeded. */
async function counted<T>(attempt: () => Promise<T>, giveBack: () => Promise<void>): Promise<T> {
  let refused = false
  try {
    return await attempt()
  } catch (error) {
    refused = isRefusal(error)
    throw error
  } finally {
    if (!refused) await giveBack().catch(() => {})
  }
}

/**
 * Lets so many attempts of one key fail within the time. An attempt is counted before it is tried and taken back when it
 * succeeds, so that a hundred at once get no more tries than ten. In a process those of one key come one after another:
 * none is refused while one before it may yet succeed.
 */
export function createAttempts(limits: Limits, limit: Limit): Attempts {
  const counter = limits.counter(limit)
  const inTurn = createKeyedSemaphore()

  return (key, attempt, refuse) =>
    inTurn(key, async () => {
      const wait = await counter.take(key)
      if (wait !== undefined) throw refuse(wait)
      return counted(attempt, () => counter.giveBack(key))
    })
}
