import { createHash, type Hash } from 'node:crypto'
import { on, once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Header, Parser, type ReadEntry } from 'tar'
import { asStartError } from '../../platform/data-folder.ts'
import { errorCode, StartError } from '../../platform/problem.ts'

const BLOCK = 512

/** Creates the header of a file, or of a directory, whose name ends with a slash. */
function tarHeader(name: string, size: number, changed: Date): Buffer {
  const isFolder = name.endsWith('/')
  const header = new Header({
    ...{ path: name, size, mtime: changed },
    ...(isFolder ? { type: 'Directory', mode: 0o700 } : { type: 'File', mode: 0o600 }),
  })
  const block = Buffer.alloc(BLOCK)
  const needsMore = header.encode(block)
  if (needsMore) throw new Error(`The file name is too long for an archive: ${name}`)
  return block
}

export type TarEntry = { name: string; size: number; body: AsyncIterable<Buffer> }

/** Yields the entries of an archive in order and skips unread bodies. Throws if the archive is truncated or malformed. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const parser = new Parser({ strict: true })
  const entries = on(parser, 'entry', { close: ['end'] })
  let current: ReadEntry | undefined
  // Also fails the read of a body in progress; `entries` throws the error only when the next entry is read.
  parser.on('error', (error: Error) => current?.destroy(error))
  void feed(parser, source)
  for await (const [entry] of entries as AsyncIterable<[ReadEntry]>) {
    current = entry.on('error', () => {})
    yield { name: entry.path, size: entry.size, body: entry }
    entry.resume()
  }
}

/** Reads the source at the pace of the parser. Errors of the source become errors of the parser. */
async function feed(parser: Parser, source: AsyncIterable<Buffer>) {
  try {
    for await (const bytes of source) if (!parser.write(bytes)) await once(parser, 'drain')
    parser.end()
  } catch (error) {
    parser.emit('error', error)
  }
}

/** A truncated or modified archive. */
class Damaged extends Error {}

/** A file of an archive, or without a body a directory, whose name ends with a slash. The body has `size` bytes. */
export type ArchiveEntry = { name: string; size: number; body?: AsyncIterable<Buffer> | Iterable<Buffer> }

/** The last file of an archive, with a line for each other file in the format of `sha256sum -c`. */
const SUMS = 'checksums.sha256'

export const createTextEntry = (name: string, text: string): ArchiveEntry => {
  const bytes = Buffer.from(text)
  return { name, size: bytes.length, body: [bytes] }
}

async function* tarOf(entries: AsyncIterable<ArchiveEntry>, changed: Date): AsyncGenerator<Buffer> {
  const lines: string[] = []
  async function* write({ name, size, body }: ArchiveEntry) {
    yield tarHeader(name, size, changed)
    if (!body) return
    const sum = createHash('sha256')
    yield* withSum(body, sum)
    lines.push(`${sum.digest('hex')}  ${name}\n`)
    yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
  }
  for await (const entry of entries) yield* write(entry)
  yield* write(createTextEntry(SUMS, lines.join('')))
  yield Buffer.alloc(2 * BLOCK)
}

/** Writes an archive to a new file that only its owner may read, and flushes it to the disk. */
export async function writeArchive(
  path: string,
  entries: AsyncIterable<ArchiveEntry>,
  changed: Date,
  signal: AbortSignal,
) {
  // An additional checksum of the whole archive, because the file checksums do not cover headers and padding.
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(tarOf(entries, changed), compress, file, { signal })
}

/**
 * Reads an archive to its end, passes each entry except the checksums to `take`, which may leave the body unread, and
 * verifies the checksums. Throws a StartError for an unreadable, truncated or modified file.
 */
export async function readArchive(
  path: string,
  signal: AbortSignal,
  take: (entry: TarEntry) => Promise<void>,
): Promise<void> {
  const found = new Map<string, string>()
  let lines: string | undefined
  const file = createReadStream(path, { signal })
  try {
    await pipeline(file, createZstdDecompress(), async source => {
      for await (const { name, size, body } of readTar(source)) {
        if (lines !== undefined) throw new Damaged('data follow the end of the archive')
        if (name === SUMS) lines = await text(body)
        else if (name.endsWith('/')) await take({ name, size, body })
        else {
          const sum = createHash('sha256')
          const summed = withSum(body, sum)
          await take({ name, size, body: summed })
          for await (const _unread of summed);
          found.set(name, sum.digest('hex'))
        }
      }
    })
    const listed = new Map((lines ?? '').match(/.+/g)?.map(line => [line.slice(66), line.slice(0, 64)]))
    const wrong = [...found].find(([name, sum]) => listed.get(name) !== sum)
    if (wrong) throw new Damaged(`${wrong[0]} was modified`)
    if (listed.size !== found.size) throw new Damaged('files are missing')
  } catch (error) {
    const isCompression = /^(ZSTD_|Z_|TAR_)/.test(errorCode(error))
    if (!isCompression && !(error instanceof Damaged)) throw unreadable(error, path)
    const damage = error instanceof Damaged ? error.message : 'the compressed data are truncated or modified'
    throw new StartError(`${path} is not a complete backup: ${damage}`)
  }
}

/** Wraps a body so that `sum` includes everything that is read. */
async function* withSum(body: NonNullable<ArchiveEntry['body']>, sum: Hash): AsyncGenerator<Buffer> {
  for await (const bytes of body) {
    sum.update(bytes)
    yield bytes
  }
}

function unreadable(error: unknown, path: string): unknown {
  const code = errorCode(error)
  if (code === 'ENOENT') return new StartError(`${path} does not exist`)
  if (code === 'EISDIR') return new StartError(`${path} is a folder, not a backup`)
  if (code === 'EACCES') return new StartError(`${path} cannot be read`)
  return asStartError(error, path)
}
