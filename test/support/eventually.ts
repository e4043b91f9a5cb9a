import { setTimeout as sleep } from 'node:timers/promises'

/** The checks become less frequent: a long wait must not take processor time from the awaited work. */
const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 100
const GROWTH = 1.2

/**
 * Waits until `check` returns something other than undefined or false, and returns that. Throws `what` after `ms`, and
 * any error of `check` at once.
 * Tests wait only here: for a fact, never for a duration.
 */
export async function eventually<T>(
  what: string,
  check: () => Promise<T | undefined | false> | T | undefined | false,
  ms = 15_000,
): Promise<T> {
  const end = performance.now() + ms
  for (
    let pause = FIRST_PAUSE_MS;
    performance.now() < end;
    pause = Math.min(pause * GROWTH, LONGEST_PAUSE_MS)
  ) {
    const found = await check()
    if (found !== undefined && found !== false) return found
    await sleep(pause)
  }
  throw new Error(`Not within ${ms} ms: ${what}`)
}

/** Returns the value once ten reads in a row have repeated it: for states that settle without a signal. */
export async function waitUntilStable<T>(what: string, read: () => T | undefined, ms?: number): Promise<T> {
  let last: T | undefined
  let same = 0
  await eventually(
    `${what} no longer changes`,
    () => {
      const value = read()
      same = value !== undefined && value === last ? same + 1 : 0
      last = value
      return same >= 10
    },
    ms,
  )
  return last as T
}
