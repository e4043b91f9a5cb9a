import { globSync, writeFileSync } from 'node:fs'
import { installPackages } from './apt.ts'

/**
 * Returns the path of the library that gives processes a different clock, which apt-get installs if it is missing;
 * undefined if that is not possible.
 */
export async function provideFaketime(): Promise<string | undefined> {
  const find = () => globSync('/usr/lib/*/faketime/libfaketime.so.1')[0]
  return find() ?? ((await installPackages('libfaketime')) ? find() : undefined)
}

export type SettableClock = {
  /** The environment of processes that use this clock. */
  env: Record<string, string>
  /** Sets the offset in seconds from the machine's clock for all processes that use it. */
  setOff(seconds: number): void
}

/** Creates a clock that can be set while processes use it. As on a real machine, monotonic time is not affected. */
export function createSettableClock(library: string, file: string): SettableClock {
  const setOff = (seconds: number) =>
    writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`, { mode: 0o644 })
  setOff(0)
  return {
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
    setOff,
  }
}
