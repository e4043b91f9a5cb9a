import { globSync, writeFileSync } from 'node:fs'
import { aptInstall } from './apt.ts'

/** The library that shows a process another time than the machine's; undefined where there is none. */
export async function provideFaketime(): Promise<string | undefined> {
  const find = () => globSync('/usr/lib/*/faketime/libfaketime.so.1')[0]
  return find() ?? ((await aptInstall('libfaketime')) ? find() : undefined)
}

export type SetClock = {
  /** What a process is to be started with, to live by this clock. */
  env: Record<string, string>
  /** Sets it so many seconds off the machine's, for all that live by it. */
  setOff(seconds: number): void
}

/** A clock that can be set while processes run by it. What measures spans of time goes on as ever, as it does on a real machine. */
export function settableClock(library: string, file: string): SetClock {
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
