import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chooseAccount, findBinaries } from '../../src/embedded/account.ts'
import { startEmbedded } from '../../src/embedded/embedded.ts'
import { prepareFolder, socketUrl } from '../../src/embedded/folder.ts'
import { tryConnect } from '../../src/embedded/server.ts'
import { eventually } from '../support/eventually.ts'

const READY_MS = 30_000

/** Starts a PostgreSQL with these environment variables, which `startEmbedded` cannot pass to it. */
export async function startPostgresWith(
  env: Record<string, string>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'comptoir-postgres-'))
  await (await startEmbedded({ directory, durable: false })).stop()
  const folder = prepareFolder(directory)
  const binaries = findBinaries()
  const { file, args, ids } = chooseAccount(folder, binaries).command(binaries.postgres, [
    ...['-D', folder.data, '-k', folder.data, '-c', 'listen_addresses=', '-c', 'fsync=off'],
  ])
  const child = spawn(file, args, { ...ids, cwd: '/', env: { LC_ALL: 'C', ...env }, stdio: 'ignore' })
  await ready(child, folder.data)
  return {
    url: socketUrl(folder.data, 'comptoir'),
    async stop() {
      child.kill('SIGINT')
      await once(child, 'exit')
      rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    },
  }
}

async function ready(child: ChildProcess, data: string) {
  const connect = () => {
    if (child.exitCode !== null) throw new Error('PostgreSQL does not start with this environment')
    return tryConnect(data, data)
  }
  try {
    await (await eventually('PostgreSQL accepts connections', connect, READY_MS)).end()
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}
