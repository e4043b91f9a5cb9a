import { setTimeout as sleep } from 'node:timers/promises'

/** Looks become rarer: what takes long is not to take the processor from what is waited for. */
const FIRST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 100
const GROWTH = 1.2

/**
 * Waits until `check` returns something other than undefined or false, for at most `ms`; then fails with `what`. It is the
 * only place where a test waits: for a fact, never for a duration.
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

/**
 * The value once it has been the same, and not undefined, for ten looks in a row: for what comes to rest and says nothing
 * of it.
 */
export async function settled<T>(what: string, read: () => T | undefined, ms?: number): Promise<T> {
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
