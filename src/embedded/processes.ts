import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** What PostgreSQL writes into postmaster.pid while it runs. */
export type Postmaster = { pid: number; socket: string; ready: boolean }

export function readPostmaster(data: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  return pid > 0 ? { pid, socket: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' } : undefined
}

/** Whether that process is the server of these data: a number is soon given to another, in containers most. */
export function isServerOf(data: string, pid: number): boolean {
  if (!isAlive(pid)) return false
  try {
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes(`postgres -D ${data} `)
  } catch {
    return false
  }
}
