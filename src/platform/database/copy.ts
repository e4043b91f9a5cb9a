import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'

/** The number of rows that are formatted before yielding to the event loop, about 2 ms of work. */
const ROWS_AT_ONCE = 100

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escaped = (text: string) => text.replace(/[\\\n\r\t]/g, sign => ESCAPES[sign] ?? sign)

const formatItem = (item: unknown) =>
  typeof item === 'string' ? `"${item.replace(/["\\]/g, '\\$&')}"` : String(item)

/** Formats a value for `copy … from stdin`. JSON and text-search vectors are passed as text. */
function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  if (Array.isArray(value)) return escaped(`{${value.map(formatItem).join()}}`)
  return value instanceof Date ? value.toISOString() : escaped(String(value))
}

async function* formatRows(rows: Iterable<readonly unknown[]>) {
  let text = ''
  let count = 0
  for (const row of rows) {
    text += `${row.map(formatCell).join('\t')}\n`
    if (++count % ROWS_AT_ONCE > 0) continue
    yield text
    text = ''
    await setImmediate()
  }
  yield text
}

type Connection = {
  stream: Socket
  sendCopyFromChunk(chunk: Buffer): void
  sendCopyFail(message: string): void
  endCopyFrom(): void
}

// The types of pg omit the COPY support of its queries.
const Query = pg.Query as unknown as new (
  config: { text: string },
  values: undefined,
  callback: (error: Error | null, result: pg.QueryResult) => void,
) => pg.Submittable & object

class CopyQuery extends Query {
  readonly #rows: Iterable<readonly unknown[]>

  constructor(
    text: string,
    rows: Iterable<readonly unknown[]>,
    done: (error: Error | null, result: pg.QueryResult) => void,
  ) {
    super({ text }, undefined, done)
    this.#rows = rows
  }

  handleCopyInResponse(connection: Connection) {
    this.#send(connection).catch((error: Error) => connection.sendCopyFail(error.message.slice(0, 200)))
  }

  async #send(connection: Connection) {
    for await (const text of formatRows(this.#rows)) {
      connection.sendCopyFromChunk(Buffer.from(text))
      if (connection.stream.writableNeedDrain) await drained(connection.stream)
    }
    connection.endCopyFrom()
  }
}

/** Resolves when the stream drains or closes: a broken connection fails the query by itself and never drains. */
const drained = (stream: Socket) =>
  new Promise<void>(resolve => {
    const go = () => {
      stream.off('drain', go).off('close', go)
      resolve()
    }
    stream.on('drain', go).on('close', go)
  })

/**
 * Runs `copy … from stdin` and returns the number of rows. Statements sent earlier may still be pending; no further
 * one may be sent until the copy ends.
 */
export const copyIn = (client: pg.PoolClient, text: string, rows: Iterable<readonly unknown[]>) =>
  new Promise<number>((resolve, reject) => {
    const query = new CopyQuery(text, rows, (error, result) =>
      error ? reject(error) : resolve(result.rowCount ?? 0),
    )
    client.query(query as pg.Submittable)
  })
