/**
 * The only source of time. By default it is real time; with a stored origin it runs from there, `multiplier` times as fast
 * as real time.
 */
export type Clock = {
  readonly multiplier: number
  now(): Date
  /** Returns the real time at which this clock reaches `at`. Timers and jobs are due at real times. */
  toReal(at: Date): Date
  /**
   * Returns real time, `afterMs` milliseconds from now, for timeouts and external systems, which do not follow a faster
   * clock.
   */
  real(afterMs?: number): Date
  /** Returns the time that this clock shows once `ms` of its own milliseconds have passed. */
  after(ms: number): Date
}

export type Origin = { real: Date; time: Date; multiplier: number }

export function createClock(origin: Origin): Clock {
  const { multiplier } = origin
  const real = origin.real.getTime()
  const time = origin.time.getTime()
  const now = () => time + (Date.now() - real) * multiplier
  return {
    multiplier,
    now: () => new Date(now()),
    toReal: at => new Date(real + (at.getTime() - time) / multiplier),
    real: (afterMs = 0) => new Date(Date.now() + afterMs),
    after: ms => new Date(now() + ms),
  }
}

export const createRealClock = (): Clock => {
  const moment = new Date()
  return createClock({ real: moment, time: moment, multiplier: 1 })
}

/** Returns the current day in Europe/Paris as `YYYY-MM-DD`. */
export const today = (clock: Clock) => inParis(clock.now()).toPlainDate().toString()

export const inParis = (moment: Date) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO('Europe/Paris')
