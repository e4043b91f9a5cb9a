/** The one source of time. At multiplier 1 it is real time; else it runs from a stored origin, multiplier times as fast. */
export type Clock = {
  readonly multiplier: number
  now(): Date
  /** The real moment at which this clock shows `at`: what timers and schedules wait for. */
  toReal(at: Date): Date
  /** Real time, `afterMs` from now: what concerns the world outside does not follow a faster clock. */
  real(afterMs?: number): Date
  /** The moment `ms` of this clock's milliseconds from now. */
  after(ms: number): Date
}

export type Origin = { real: Date; time: Date; multiplier: number }

export function clockFrom(origin: Origin): Clock {
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

export const realClock = (): Clock => {
  const moment = new Date()
  return clockFrom({ real: moment, time: moment, multiplier: 1 })
}

/** The day that it is in Europe/Paris, `YYYY-MM-DD`. */
export const today = (clock: Clock) => inParis(clock.now()).toPlainDate().toString()

export const inParis = (moment: Date) =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO('Europe/Paris')
