import { setTimeout as sleep } from 'node:timers/promises'
import type { Folder } from './folder.ts'
import { isAlive, isServerOf, readPostmaster } from './processes.ts'
import { removeSocket } from './socket.ts'

const FAST_MS = 20_000
const IMMEDIATE_MS = 5_000

/** Ends the server of these data: a fast shutdown, and one without a checkpoint when that takes too long. */
export async function stopServer(folder: Folder): Promise<void> {
  const pid = readPostmaster(folder.data)?.pid
  if (pid !== undefined && isServerOf(folder.data, pid)) {
    process.kill(pid, 'SIGINT')
    if (!(await ended(folder.data, pid, FAST_MS))) {
      process.kill(pid, 'SIGQUIT')
      await ended(folder.data, pid, IMMEDIATE_MS)
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
