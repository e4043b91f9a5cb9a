import { readFileSync } from 'node:fs'

/** Returns the current and maximum resident memory of a process in MB; undefined without /proc or once it has ended. */
export function readMemory(pid: number): { nowMb: number; mostMb: number } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const of = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1000)
    return { nowMb: of('VmRSS'), mostMb: of('VmHWM') }
  } catch {
    return undefined
  }
}

export const describeMemory = (pid: number) => {
  const used = readMemory(pid)
  return used ? `${used.nowMb} MB now, ${used.mostMb} MB at most` : 'not known on this system'
}
