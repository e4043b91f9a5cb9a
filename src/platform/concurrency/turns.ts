import { createSemaphore, type Semaphore } from './semaphore.ts'

/** Works of one key wait for each other; those of different keys do not. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** `most` of one key at once. */
export function createTurns(most = 1): Turns {
  const queues = new Map<string, { inTurn: Semaphore; length: number }>()

  return async (key, work) => {
    const queue = queues.get(key) ?? { inTurn: createSemaphore(most), length: 0 }
    queues.set(key, queue)
    queue.length++
    try {
      return await queue.inTurn(work)
    } finally {
      if (--queue.length === 0) queues.delete(key)
    }
  }
}
