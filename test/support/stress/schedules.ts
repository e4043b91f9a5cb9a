import type { Clock } from '../../../src/platform/clock.ts'
import type { Schedule } from '../../../src/platform/jobs/job.ts'

/** The schedules, each due one second of real time after its last run. */
export const scheduleEverySecond = (
  schedules: readonly Schedule[],
  { multiplier }: Pick<Clock, 'multiplier'>,
) =>
  schedules.map(schedule => ({
    ...schedule,
    next: (now: Date) => new Date(now.getTime() + 1_000 * multiplier),
  }))
