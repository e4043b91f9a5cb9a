import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import pg from 'pg'
import { StartError } from '../../platform/problem.ts'
import { type ArchiveEntry, createTextEntry, readTar, writeArchive } from './archive.ts'
import { DESCRIPTION, type Description } from './description.ts'

/** The folder of PostgreSQL's files in an archive. */
export const ROOT = 'postgres/'

export type Progress = { total(bytes: number): void; done(bytes: number): void }

type Source = { url: string; description: Omit<Description, 'begun' | 'ended'> }
type Target = { path: string; now: () => Date; progress: Progress; signal: AbortSignal }

/** Matches the socket of the running server and the socket's lock file. */
const SOCKET = /^\.s\.PGSQL/

/**
 * Writes a consistent copy of PostgreSQL's data to a new file while the server runs, and returns its size before
 * compression. PostgreSQL sends its files as they are at different times, with the complete log from before the first
 * to after the last, whose replay makes them consistent.
 */
export async function createBackup({ url, description }: Source, { path, now, progress, signal }: Target) {
  // Only a replication connection accepts CREATE_REPLICATION_SLOT and BASE_BACKUP.
  const client = new pg.Client(`${url}&replication=database&application_name=comptoir+backup`)
  client.on('error', () => {})
  await client.connect()
  const begun = now()
  let bytes = 0
  async function* entries(): AsyncGenerator<ArchiveEntry> {
    // The slot, which exists as long as the session, prevents the server from recycling the log meanwhile.
    const slot = `comptoir_backup_${crypto.randomUUID().replaceAll('-', '')}`
    await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL RESERVE_WAL`)
    for await (const { name, size, body } of readTar(baseBackup(client, progress))) {
      if (SOCKET.test(name)) continue
      yield { name: `${ROOT}${name}`, size, ...(!name.endsWith('/') && { body }) }
      bytes += size
      progress.done(size)
    }
    const completed: Description = { ...description, begun: begun.toISOString(), ended: now().toISOString() }
    yield createTextEntry(DESCRIPTION, `${JSON.stringify(completed, null, 2)}\n`)
  }
  try {
    await writeArchive(path, entries(), begun, signal)
    return { bytes }
  } finally {
    // The end of the session removes the slot and aborts an unfinished backup.
    await client.end().catch(() => {})
  }
}

type Tablespace = { spclocation?: string | null; size?: string | null }

/** The first byte of a message with a part of the tar file. Other messages, such as those on progress, are ignored. */
const CONTENT = 'd'.charCodeAt(0)

/** Streams the tar file of PostgreSQL's data. The stream fails if the server has a tablespace, whose files it omits. */
function baseBackup(client: pg.Client, progress: Progress): Readable {
  let socket: Socket | undefined
  const tar = new Readable({ read: () => socket?.resume() })
  const query = new pg.Query("BASE_BACKUP (LABEL 'comptoir', CHECKPOINT 'fast', PROGRESS, WAL)")
  query.on('row', ({ spclocation, size }: Tablespace) => {
    if (size) progress.total(Number(size) * 1024)
    if (spclocation)
      tar.destroy(new StartError(`${spclocation} is a tablespace, which this command does not back up`))
  })
  Object.assign(query, {
    callback: (error: Error | null) => (error ? tar.destroy(error) : tar.push(null)),
    handleCopyData({ chunk }: { chunk: Buffer }, { stream }: { stream: Socket }) {
      socket = stream
      // The buffer of the message is reused for the next one.
      if (chunk[0] === CONTENT && !tar.push(Buffer.from(chunk.subarray(1)))) stream.pause()
    },
  })
  client.query(query)
  return tar
}
