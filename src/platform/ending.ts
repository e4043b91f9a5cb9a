import type { Log } from './log.ts'

/** Something that is to end, and what becomes of it when it does not. */
export type Ending = {
  /** What the log calls it. */
  step: string
  withinMs: number
  end: () => Promise<unknown>
  /** Frees by force what it holds. */
  abandon?: (() => void) | undefined
}

/** Ends something or, when its time is over, gives it up: what hangs must not keep the process from ending. */
export async function endInTime(log: Log, { step, withinMs, end, abandon }: Ending): Promise<void> {
  const inTime = await new Promise<boolean>(resolve => {
    const timer = setTimeout(resolve, withinMs, false)
    end()
      .catch(error => log.warn({ err: error, step }, 'A step of stopping failed'))
      .finally(() => {
        clearTimeout(timer)
        resolve(true)
      })
  })
  if (inTime) return
  log.warn({ step, withinMs }, 'A step of stopping did not end in time and is given up')
  abandon?.()
}
