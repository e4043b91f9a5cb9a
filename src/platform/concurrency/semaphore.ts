import pLimit from 'p-limit'
import { Problem } from '../problem.ts'

/** Longer than a caller waits for anything. */
const PATIENCE_MS = 30_000

export type Semaphore = ReturnType<typeof createSemaphore>

/**
 * Lets `most` pieces of work run at once. The others wait, first come, first served, and get a 503 after 30 s. In a rush
 * each then still finds connections and answers within their time limits, where all at once would time out together.
 */
export function createSemaphore(most: number, patienceMs = PATIENCE_MS) {
  const limit = pLimit(most)
  return <T>(work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      let isWaiting = true
      const timer = setTimeout(() => {
        isWaiting = false
        reject(new Problem(503, 'service-indisponible', 'Too much to do at once'))
      }, patienceMs)
      void limit(async () => {
        clearTimeout(timer)
        if (isWaiting) await Promise.try(work).then(resolve, reject)
      })
    })
}

/** A semaphore for each key: work of one key does not wait for that of another. */
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
