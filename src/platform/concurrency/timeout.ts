import type { Log } from '../log.ts'

/** Rejects when the work has not come to its end after so many milliseconds. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done within ${Math.round(ms)} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Something that is to end, and what becomes of it when it does not. */
export type Shutdown = {
  /** Its name in the log. */
  step: string
  withinMs: number
  end: () => Promise<unknown>
  /** Frees by force what it holds. */
  abandon?: (() => void) | undefined
}

/** Ends something or, when that fails or its time is over, gives it up: what hangs must not keep the process from ending. */
export async function endWithTimeout(log: Log, { step, withinMs, end, abandon }: Shutdown): Promise<void> {
  try {
    await withTimeout(withinMs, end())
  } catch (error) {
    log.warn({ err: error, step }, 'A step of stopping is given up')
    abandon?.()
  }
}
