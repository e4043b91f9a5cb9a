import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'

/** Rows that are written at a time, some 2 ms, before other work on the event loop. */
const ROWS_AT_ONCE = 100

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escaped = (text: string) => text.replace(/[\\\n\r\t]/g, sign => ESCAPES[sign] ?? sign)

const itemOf = (item: unknown) =>
  typeof item === 'string' ? `"${item.replace(/["\\]/g, '\\$&')}"` : String(item)

/** A value as `copy … from stdin` reads it. JSON and text-search vectors are given as text. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  if (Array.isArray(value)) return escaped(`{${value.map(itemOf).join()}}`)
  return value instanceof Date ? value.toISOString() : escaped(String(value))
}

async function* textOf(rows: Iterable<readonly unknown[]>) {
  let text = ''
  let count = 0
  for (const row of rows) {
    text += `${row.map(cellOf).join('\t')}\n`
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

// The types of pg do not know its queries' part in a COPY.
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
    for await (const text of textOf(this.#rows)) {
      connection.sendCopyFromChunk(Buffer.from(text))
      if (connection.stream.writableNeedDrain) await drained(connection.stream)
    }
    connection.endCopyFrom()
  }
}

/** A connection that breaks ends the query by itself; nobody must wait for its room then. */
const drained = (stream: Socket) =>
  new Promise<void>(resolve => {
    const go = () => {
      stream.off('drain', go).off('close', go)
      resolve()
    }
    stream.on('drain', go).on('close', go)
  })

/**
 * Runs `copy … from stdin`. Statements may have been sent before it; until it ends none may be sent after it. Gives the
 * number of rows.
 */
export const copyIn = (client: pg.PoolClient, text: string, rows: Iterable<readonly unknown[]>) =>
  new Promise<number>((resolve, reject) => {
    const query = new CopyQuery(text, rows, (error, result) =>
      error ? reject(error) : resolve(result.rowCount ?? 0),
    )
    client.query(query as pg.Submittable)
  })
