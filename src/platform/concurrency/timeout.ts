import type { Log } from '../log.ts'

/** Settles as the work does, or rejects if it is not done after `ms` milliseconds. The work itself is not stopped. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not finished within ${Math.round(ms)} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A step of the shutdown and its fallback. */
export type Shutdown = {
  /** Its name in the log. */
  step: string
  withinMs: number
  end: () => Promise<unknown>
  /** Releases its resources forcibly. */
  abandon?: (() => void) | undefined
}

/**
 * Runs a step of the shutdown. If it fails or exceeds its time limit, logs that and calls `abandon`, so that the process
 * can end.
 */
export async function endWithTimeout(log: Log, { step, withinMs, end, abandon }: Shutdown): Promise<void> {
  try {
    await withTimeout(withinMs, end())
  } catch (error) {
    log.warn({ err: error, step }, 'A shutdown step timed out and was abandoned')
    abandon?.()
  }
}
