import { type ChildProcess, spawn } from 'node:child_process'
import {
  closeSync,
  fchownSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg, { type Client } from 'pg'
import type { Log } from '../platform/log.ts'
import { errorCode, StartError } from '../platform/problem.ts'
import type { Account, Program } from './account.ts'
import { DISK_FULL, type Folder, socketUrl } from './folder.ts'
import { isAlive, isServerOf, readPostmaster } from './processes.ts'

/**
 * Connects to the server behind this socket. Returns undefined if the server is not running or accepts no connection
 * now, or if it serves other data; throws any other error.
 */
export async function tryConnect(socket: string, data: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: socketUrl(socket, 'postgres'),
    application_name: 'comptoir',
  })
  // A server that ends breaks the connection, which emits this event too; the holder listens for `end`.
  client.on('error', () => {})
  try {
    await client.connect()
    // A copied data folder still refers to the socket of the original.
    const { rows } = await client.query('show data_directory')
    if (rows[0]?.data_directory === data) return client
    await client.end()
  } catch (error) {
    if (!isPassing(error)) throw error
  }
  return undefined
}

/** Whether a later attempt may succeed: there is no server, it is starting or stopping, or it has no free connection. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    /^(ENOENT|ECONNREFUSED|ECONNRESET|EPIPE|57P0[1-3]|53300)$/.test(errorCode(error)) ||
    /terminated/.test(error.message)
  )
}

/** An eighth of the memory, from 128 MB to 2 GB; a server that reads little uses little of it. */
function sharedBuffersMb() {
  const memoryMb = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2 ** 20
  return Math.round(Math.min(2_048, Math.max(128, memoryMb / 8)))
}

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: `${sharedBuffersMb()}MB`,
  maintenance_work_mem: '128MB',
  // An import of a million products writes 4 GB of log. With less space, and a checkpoint every 5 minutes, it would write
  // full images of the changed pages again and again.
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  // The detail of an error and its statement may contain personal data of customers.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}
const FORGETFUL = {
  // A test run opens many platforms at once, each with its own connections.
  max_connections: '600',
  shared_buffers: '128MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // With hundreds of databases, autovacuum would start a process every tenth of a second.
  autovacuum: 'off',
}

// After a crash the server first replays up to max_wal_size of its log.
const READY_WITHIN_MS = 300_000
const LOG_KEPT_BYTES = 10_000_000

/**
 * Connects to the server of these data, which is started if it does not run. Throws a StartError if it does not start, and
 * the reason of `signal` if that aborts.
 */
export async function connectToServer(program: Program, signal?: AbortSignal): Promise<Client> {
  const { data } = program.folder
  const startedAt = performance.now()
  let started: Started | undefined
  for (; performance.now() < startedAt + READY_WITHIN_MS && !signal?.aborted; await sleep(10)) {
    const postmaster = readPostmaster(data)
    const client = postmaster?.ready ? await tryConnect(postmaster.socket, data) : undefined
    if (client) return client
    if (started && isRunning(started.child)) continue
    if (started) {
      throwStartError(started, program.folder, performance.now() - startedAt)
      await sleep(100)
    }
    if (postmaster && isServerOf(data, postmaster.pid)) continue
    if (postmaster && isAlive(postmaster.pid)) deleteLockFiles(program.folder)
    started = spawnServer(program)
  }
  started?.child.kill('SIGQUIT')
  signal?.throwIfAborted()
  throw new StartError(
    `PostgreSQL was not ready after ${READY_WITHIN_MS / 1000} s: see ${program.folder.log}`,
  )
}

type Started = { child: ChildProcess; logStart: number }

/** Starts the server in a separate session, so that Ctrl-C does not stop it before this process does. */
function spawnServer({ folder, binaries, account, durable }: Program): Started {
  const settings = Object.entries({ ...SETTINGS, ...(durable ? {} : FORGETFUL) })
  const { file, args, ids } = account.command(binaries.postgres, [
    ...['-D', folder.data, '-p', '5432', '-k', folder.socket],
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  const log = openLog(folder.log, account)
  const logStart = fstatSync(log).size
  const env = { PATH: process.env.PATH, LC_ALL: 'C' }
  const child = spawn(file, args, { ...ids, cwd: '/', env, detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  child.on('error', () => {})
  child.unref()
  return { child, logStart }
}

const isRunning = (child: ChildProcess) =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null

function openLog(path: string, { ids }: Account): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > LOG_KEPT_BYTES) renameSync(path, `${path}.1`)
  const log = openSync(path, 'a', 0o600)
  if (ids) fchownSync(log, ids.uid, ids.gid)
  return log
}

/** Whether a file exists and was last changed more than `ms` milliseconds before `other`. */
function isOlder(path: string, other: string, ms: number): boolean {
  const file = statSync(path, { throwIfNoEntry: false })
  return file !== undefined && statSync(other).mtimeMs - file.mtimeMs > ms
}

/**
 * Deletes the lock files of a server that no longer runs. PostgreSQL does not start if the process id in postmaster.pid
 * now belongs to another process, or if a lock file is empty.
 */
function deleteLockFiles({ data, socket }: Folder): void {
  rmSync(join(data, 'postmaster.pid'), { force: true })
  rmSync(join(socket, '.s.PGSQL.5432.lock'), { force: true })
}

// Another start was faster, or the last processes of a killed server are still ending.
const TRANSIENT = /lock file ".*" (already exists|is empty)|pre-existing shared memory block/
const TRANSIENT_MS = 60_000
/** A starting server writes to its lock file within this time of creating it, even on a busy machine. */
const EMPTY_LOCK_MS = 5_000

/**
 * Throws the reason why a server ended while starting. Returns if the next attempt may succeed: within TRANSIENT_MS,
 * for a transient reason. An empty lock file that has been abandoned is deleted for that attempt.
 */
function throwStartError({ logStart }: Started, folder: Folder, waitedMs: number): void {
  const written = readFileSync(folder.log).subarray(logStart).toString('utf8')
  if (waitedMs < TRANSIENT_MS && TRANSIENT.test(written)) {
    const empty = /lock file "(.*)" is empty/.exec(written)?.[1]
    // A full disk or a power failure leaves an empty lock file, which PostgreSQL does not replace.
    if (empty && isOlder(resolve(folder.data, empty), folder.log, EMPTY_LOCK_MS)) deleteLockFiles(folder)
    return
  }
  if (DISK_FULL.test(written)) {
    throw new StartError(`The disk is full: PostgreSQL cannot start in ${folder.root}`)
  }
  const lines = written.split('\n').filter(line => line.trim() !== '')
  const line =
    lines.findLast(line => /(FATAL|PANIC): /.test(line)) ?? lines.at(-1) ?? 'no reason was reported'
  throw new StartError(
    `PostgreSQL does not start: ${line.replace(/^.*?(FATAL|PANIC):\s*/, '')} (${folder.log})`,
  )
}

/**
 * Returns a function that reconnects to the server of these data, or restarts it after it was killed or the disk was full.
 * The function resolves to undefined while that fails. It logs the first failure as an error and each success as a warning.
 */
export function createReconnect(program: Program, log?: Pick<Log, 'warn' | 'error'>) {
  let logged = false
  return async (signal: AbortSignal): Promise<Client | undefined> => {
    try {
      const client = await connectToServer(program, signal)
      log?.warn('The connection to the embedded PostgreSQL was lost and has been restored')
      logged = false
      return client
    } catch (error) {
      if (!logged && !signal.aborted)
        log?.error({ err: error }, 'The embedded PostgreSQL has stopped; restarting it')
      logged = true
      return undefined
    }
  }
}
