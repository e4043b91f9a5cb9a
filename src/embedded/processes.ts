import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from '../platform/problem.ts'
import { type Folder, removeSocket } from './folder.ts'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** The content of postmaster.pid, which a killed server leaves behind. */
type Postmaster = { pid: number; socket: string; ready: boolean }

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

/**
 * Whether a process is the server of these data. Its command line decides, because process ids are reused, especially
 * in containers.
 */
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

/** The shares of the time limit for a fast shutdown and for one without a checkpoint. */
const FAST_SHARE = 0.75
const IMMEDIATE_SHARE = 0.2

/**
 * Stops the server of this folder, if it runs: with a fast shutdown, or without a checkpoint if that takes too long.
 * Then removes the temporary folder of its socket, if it has one. Throws if the server still runs; its socket remains,
 * so that the next start can adopt the server.
 */
export async function stopServer(folder: Folder, withinMs = 25_000): Promise<void> {
  const pid = readPostmaster(folder.data)?.pid
  if (pid !== undefined && isServerOf(folder.data, pid)) {
    process.kill(pid, 'SIGINT')
    if (!(await ended(folder.data, pid, withinMs * FAST_SHARE))) {
      process.kill(pid, 'SIGQUIT')
      if (!(await ended(folder.data, pid, withinMs * IMMEDIATE_SHARE)))
        throw new Error('PostgreSQL does not stop')
    }
  }
  removeSocket(folder)
}

/**
 * Returns whether a server ends in time. An adopted server may remain a zombie, because no parent waits for it: it also
 * counts as ended once postmaster.pid no longer names it and its command line is no longer the server's.
 */
async function ended(data: string, pid: number, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  const isListed = () => readPostmaster(data)?.pid === pid
  while (performance.now() < deadline) {
    if (!isAlive(pid) || (!isListed() && !isServerOf(data, pid))) return true
    await sleep(5)
  }
  return false
}
