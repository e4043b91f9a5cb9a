import { setTimeout as sleep } from 'node:timers/promises'
import type { Folder } from './folder.ts'
import { isAlive, isServerOf, readPostmaster } from './processes.ts'
import { removeSocket } from './socket.ts'

/** What is left of the time, and a little, is for the way without a checkpoint. */
const FAST_SHARE = 0.75
const IMMEDIATE_SHARE = 0.2

/**
 * Ends the server of these data: a fast shutdown, and one without a checkpoint when that takes too long. One that does not
 * even end so is left as it is, with its socket, for the next start to adopt.
 */
export async function stopServer(folder: Folder, withinMs = 25_000): Promise<void> {
  const pid = readPostmaster(folder.data)?.pid
  if (pid !== undefined && isServerOf(folder.data, pid)) {
    process.kill(pid, 'SIGINT')
    if (!(await ended(folder.data, pid, withinMs * FAST_SHARE))) {
      process.kill(pid, 'SIGQUIT')
      if (!(await ended(folder.data, pid, withinMs * IMMEDIATE_SHARE)))
        throw new Error('PostgreSQL does not end')
    }
  }
  removeSocket(folder)
}

/** An adopted server that nobody waits for stays as a zombie: it has ended when its file is gone. */
async function ended(data: string, pid: number, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  const isListed = () => readPostmaster(data)?.pid === pid
  while (performance.now() < deadline) {
    if (!isAlive(pid) || (!isListed() && !isServerOf(data, pid))) return true
    await sleep(5)
  }
  return false
}
