import type { Clock } from '../clock.ts'
import type { Message } from './event.ts'

/** A message that was refused: what it was and why, never its body. */
export type Refusal = { file: string; messageId: string; requestId: string; motif: string; le: Date }

export type Refusals = {
  note(message: Message, reason: string): void
  /** The newest first. */
  newest(): readonly Refusal[]
  /** How many there were since the process started. */
  total(): number
}

/** Enough to see what is wrong. All of them are in the log. */
const KEPT = 100

/** The refused messages of this process, in memory: they are gone when it ends, and so is what their reasons tell of people. */
export function createRefusals(clock: Clock): Refusals {
  const refusals: Refusal[] = []
  let total = 0
  return {
    note({ queue, id, requestId }, motif) {
      total++
      refusals.unshift({ file: queue, messageId: id, requestId, motif, le: clock.now() })
      refusals.length = Math.min(refusals.length, KEPT)
    },
    newest: () => refusals,
    total: () => total,
  }
}
