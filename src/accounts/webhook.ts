/** The reasons for which the platform suspends a webhook: three days of failures, or a receiver that answered 410. */
export const SUSPENSION_REASONS = ['echecs', 'disparu'] as const
export type SuspensionReason = (typeof SUSPENSION_REASONS)[number]

/** The maximum number of webhooks. It limits the work for an event, which is matched with every webhook. */
export const MAX_WEBHOOKS = 50

/** The event type of test messages. No area announces it. */
export const TEST_EVENT_TYPE = 'comptoir.essai'

/** The time for which the previous secret also signs after a rotation. */
export const SECRET_OVERLAP_MS = 86_400_000

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]
/** The pauses between the ten attempts of a delivery, three days in all. */
const PAUSES = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR],
  20 * HOUR,
]
/** The maximum random extension of a pause, as a fraction. It separates retries of deliveries that failed together. */
const JITTER = 0.05

/** Returns the pause in milliseconds after this number of attempts; undefined after the last. */
export function pauseAfter(tries: number): number | undefined {
  const pause = PAUSES[tries - 1]
  return pause && Math.round(pause * (1 + Math.random() * JITTER))
}

/** A webhook is suspended once it has failed for this time: the duration of all attempts of one delivery. */
export const MAX_FAILING_MS = PAUSES.reduce((sum, pause) => sum + pause, 0)
