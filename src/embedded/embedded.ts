import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { asStartError } from '../platform/data-folder.ts'
import type { Log } from '../platform/log.ts'
import { StartError } from '../platform/problem.ts'
import { chooseAccount, findBinaries, type Program } from './account.ts'
import { prepareCluster } from './cluster.ts'
import { type Folder, prepareFolder, prepareSocket, socketUrl } from './folder.ts'
import { acquireOwnership } from './ownership.ts'
import { readPostmaster, stopServer } from './processes.ts'
import { connectToServer, createReconnect } from './server.ts'

/**
 * A running server. `stop` ends it within this many milliseconds (default: 25,000), plus one second for a restart in
 * progress, without a checkpoint if necessary, and throws if it still runs then. If another process owns the server or
 * it is external, `stop` has no effect.
 */
export type EmbeddedServer = { url: string; stop(withinMs?: number): Promise<void> }

type Options = {
  directory: string
  exclusive?: boolean
  durable?: boolean
  /**
   * Receives an error when the connection is lost and cannot be restored at once, and a warning once it is restored.
   */
  log?: Pick<Log, 'warn' | 'error'>
}

/**
 * Starts the PostgreSQL of a data folder, creating its data if necessary, or adopts one that outlived its owner. If
 * another process owns the folder, the call fails with `exclusive`; otherwise it shares the server of that process. The
 * owner restarts the server whenever it ends. `durable: false` trades crash safety for speed. Throws a StartError if
 * the server cannot be started or used.
 */
export async function startEmbedded({
  directory,
  exclusive = true,
  durable = true,
  log,
}: Options): Promise<EmbeddedServer> {
  const folder = prepareFolder(directory)
  const refuse = (error: unknown) => {
    throw asStartError(error, folder.root)
  }
  const program = await prepare(folder, durable).catch(refuse)
  const client = await connectToServer(program).catch(refuse)
  const socket = readPostmaster(folder.data)?.socket ?? folder.socket
  const url = socketUrl(socket, 'comptoir')

  await createDatabase(client)
  const ownership = await acquireOwnership(client, createReconnect(program, log))
  if (ownership) {
    let stopping: Promise<void> | undefined
    return { url, stop: withinMs => (stopping ??= ownership.giveUp(() => stopServer(folder, withinMs))) }
  }
  if (exclusive) throw new StartError(`The data folder ${directory} is in use by another comptoir process`)
  return { url, stop: async () => {} }
}

async function prepare(folder: Folder, durable: boolean): Promise<Program> {
  const binaries = findBinaries()
  const program = { folder, binaries, account: chooseAccount(folder, binaries), durable }
  await prepareCluster(program)
  prepareSocket(folder, program.account)
  return program
}

async function createDatabase(client: pg.Client): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rowCount } = await client.query(`select from pg_database where datname = 'comptoir'`)
    if (rowCount) return
    try {
      return void (await client.query('create database comptoir'))
    } catch (error) {
      // Concurrent first starts cause these errors: `already exists`, `template in use`, or the catalog's unique index.
      const isRace = error instanceof pg.DatabaseError && /^(42P04|55006|23505)$/.test(error.code ?? '')
      if (!isRace || attempt === 100) throw error
      await sleep(50)
    }
  }
}
