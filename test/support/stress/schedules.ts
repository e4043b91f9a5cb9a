import type { Clock } from '../../../src/platform/clock.ts'
import type { Schedule } from '../../../src/platform/jobs/job.ts'

/** Returns the schedules with an interval of one second of real time. */
export const scheduleEverySecond = (
  schedules: readonly Schedule[],
  { multiplier }: Pick<Clock, 'multiplier'>,
) =>
  schedules.map(schedule => ({
    ...schedule,
    next: (now: Date) => new Date(now.getTime() + 1_000 * multiplier),
  }))
