import type { Log } from './log.ts'
import { within } from './within.ts'

/** Something that is to end, and what becomes of it when it does not. */
export type Ending = {
  /** What the log calls it. */
  step: string
  withinMs: number
  end: () => Promise<unknown>
  /** Frees by force what it holds. */
  abandon?: (() => void) | undefined
}

/** Ends something or, when that fails or its time is over, gives it up: what hangs must not keep the process from ending. */
export async function endInTime(log: Log, { step, withinMs, end, abandon }: Ending): Promise<void> {
  try {
    await within(withinMs, end())
  } catch (error) {
    log.warn({ err: error, step }, 'A step of stopping is given up')
    abandon?.()
  }
}
