import { on, once } from 'node:events'
import { Header, Parser, type ReadEntry } from 'tar'

const BLOCK = 512

/** What stands before a file, or a directory, whose name ends with a slash. */
export function tarHeader(name: string, size: number, changed: Date): Buffer {
  const isFolder = name.endsWith('/')
  const header = new Header({
    ...{ path: name, size, mtime: changed },
    ...(isFolder ? { type: 'Directory', mode: 0o700 } : { type: 'File', mode: 0o600 }),
  })
  const block = Buffer.alloc(BLOCK)
  const needsMore = header.encode(block)
  if (needsMore) throw new Error(`Too long a name for an archive: ${name}`)
  return block
}

/** What fills a file of this size up to whole blocks. */
export const tarPadding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

export const tarEnd = () => Buffer.alloc(2 * BLOCK)

export type TarEntry = { name: string; size: number; body: AsyncIterable<Buffer> }

/** The entries of an archive, in their order; a body that was not read is passed over. Throws for one that was cut or changed. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const parser = new Parser({ strict: true })
  const entries = on(parser, 'entry', { close: ['end'] })
  let current: ReadEntry | undefined
  // Whoever reads a body would wait for its rest; where nobody does, `entries` throws.
  parser.on('error', (error: Error) => current?.destroy(error))
  void feed(parser, source)
  for await (const [entry] of entries as AsyncIterable<[ReadEntry]>) {
    current = entry.on('error', () => {})
    yield { name: entry.path, size: entry.size, body: entry }
    entry.resume()
  }
}

/** The parser waits for whoever reads an entry, and tells them what went wrong. */
async function feed(parser: Parser, source: AsyncIterable<Buffer>) {
  try {
    for await (const bytes of source) if (!parser.write(bytes)) await once(parser, 'drain')
    parser.end()
  } catch (error) {
    parser.emit('error', error)
  }
}
