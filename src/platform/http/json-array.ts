import { Readable } from 'node:stream'

export const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Chunks of rows as the text of one JSON array that is read while it is sent: a list of a million rows takes no more
 * memory than one chunk. `write` turns a row into JSON.
 */
export async function jsonArray<Row>(
  chunks: AsyncIterator<readonly Row[]>,
  write: (row: Row) => string,
): Promise<Readable> {
  // The first chunk is read before the answer begins, so that a failure can still be told.
  const first = await chunks.next()
  async function* text() {
    yield '['
    let separator = ''
    for (let chunk = first; !chunk.done; chunk = await chunks.next()) {
      if (chunk.value.length === 0) continue
      yield separator + chunk.value.map(write).join(',')
      separator = ','
    }
    yield ']'
  }
  // By bytes: by chunks, sixteen would be read ahead of a slow reader.
  return Readable.from(text(), { objectMode: false })
}

const CHUNK = 500

/** All rows in chunks, each read from where the last one ended: `read` gives those after an id, in the order of ids. */
export async function* chunksById<Row extends { id: number }>(
  read: (after: number, limit: number) => Promise<Row[]>,
) {
  for (let after = 0; ; ) {
    const rows = await read(after, CHUNK)
    yield rows
    if (rows.length < CHUNK) return
    after = rows.at(-1)!.id
  }
}
