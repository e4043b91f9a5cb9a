import { createSemaphore, type Semaphore } from './semaphore.ts'

/** Works of one key come one after another; those of different keys do not wait for each other. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function createTurns(): Turns {
  const queues = new Map<string, { inTurn: Semaphore; length: number }>()

  return async (key, work) => {
    const queue = queues.get(key) ?? { inTurn: createSemaphore(1), length: 0 }
    queues.set(key, queue)
    queue.length++
    try {
      return await queue.inTurn(work)
    } finally {
      if (--queue.length === 0) queues.delete(key)
    }
  }
}
