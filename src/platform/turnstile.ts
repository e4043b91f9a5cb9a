import { Problem } from './http/problem.ts'

/** Longer than a caller waits for anything: whoever still stands in the queue then is told to come back. */
const PATIENCE_MS = 30_000

/**
 * Lets `most` pieces of work run at once; the others wait their turn, first come, first served, and 503 after 30 s. In a
 * rush each then still finds connections and answers within their time limits, where all at once would time out together.
 */
export function turnstile(most: number, patienceMs = PATIENCE_MS) {
  let inside = 0
  const queue = new Set<() => void>()

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        queue.delete(enter)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.delete(enter)
        reject(new Problem(503, 'Too much to do at once'))
      }, patienceMs)
      queue.add(enter)
    })

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (inside < most) inside++
    else await turn()
    try {
      return await work()
    } finally {
      const [next] = queue
      if (next) next()
      else inside--
    }
  }
}
