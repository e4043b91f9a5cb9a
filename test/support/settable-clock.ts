import type { Clock } from '../../src/platform/clock.ts'

/** A clock that stands still until a test sets it. Timers and jobs are due at once. */
export function createSettableClock(start: string): Clock & { set(to: number | string): void } {
  let time = Date.parse(start)
  const real = (ms = 0) => new Date(Date.now() + ms)
  return {
    multiplier: 1,
    now: () => new Date(time),
    toReal: at => real(at.getTime() - time),
    real,
    after: ms => new Date(time + ms),
    set(to) {
      time = new Date(to).getTime()
    },
  }
}
