import pLimit from 'p-limit'
import { Problem } from '../problem.ts'

/** Most callers give up earlier. */
const MAX_WAIT_MS = 30_000

const overloaded = (): Error => new Problem(503, 'service-indisponible', 'The server is overloaded')

export type Semaphore = ReturnType<typeof createSemaphore>

/**
 * Returns a function that runs at most `most` pieces of work concurrently. Further work waits in order of arrival and
 * is rejected with `refusal`, by default a 503, after `maxWaitMs`. Under load, the running work still gets connections and finishes in time,
 * while unlimited work would all time out.
 */
export function createSemaphore(most: number, maxWaitMs = MAX_WAIT_MS, refusal = overloaded) {
  const limit = pLimit(most)
  const run = <T>(work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      let isWaiting = true
      const timer = setTimeout(() => {
        isWaiting = false
        reject(refusal())
      }, maxWaitMs)
      void limit(async () => {
        clearTimeout(timer)
        if (isWaiting) await Promise.try(work).then(resolve, reject)
      })
    })
  return Object.assign(run, { countWaiting: () => limit.pendingCount })
}

/** Returns a function with a separate semaphore for each key: work for one key does not wait for another key. */
export function createKeyedSemaphore(most = 1) {
  const semaphores = new Map<string, { run: Semaphore; pending: number }>()

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const semaphore = semaphores.get(key) ?? { run: createSemaphore(most), pending: 0 }
    semaphores.set(key, semaphore)
    semaphore.pending++
    try {
      return await semaphore.run(work)
    } finally {
      if (--semaphore.pending === 0) semaphores.delete(key)
    }
  }
}
