import type { DatabasePool } from './database/database.ts'
import { readOrigin, saveOrigin } from './store.ts'

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

/**
 * The clock that all processes on this database share. With a multiplier other than 1 its origin is stored, so that
 * a restart goes on where it was; a changed multiplier starts from the time the clock had reached.
 */
export async function sharedClock(db: DatabasePool, multiplier: number): Promise<Clock> {
  return db.transaction(async tx => {
    const stored = await readOrigin(tx)
    if (!stored && multiplier === 1) return realClock()
    if (stored?.multiplier === multiplier) return clockFrom(stored)
    const time = stored ? clockFrom(stored).now() : new Date()
    const origin = { real: new Date(), time, multiplier }
    await saveOrigin(tx, origin)
    return clockFrom(origin)
  })
}

/** The day that it is in Europe/Paris, `YYYY-MM-DD`. */
export const today = (clock: Clock) =>
  Temporal.Instant.fromEpochMilliseconds(clock.now().getTime())
    .toZonedDateTimeISO('Europe/Paris')
    .toPlainDate()
    .toString()
