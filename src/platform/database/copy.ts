import type { Socket } from 'node:net'
import pg from 'pg'

export type CopyType =
  | 'text'
  | 'integer'
  | 'bigint'
  | 'double precision'
  | 'boolean'
  | 'timestamptz'
  | 'text[]'
  | 'integer[]'
  /** Given as its text. */
  | 'json'
  /** Given as its words, which stand without places. */
  | 'tsvector'

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const END = Buffer.from([0xff, 0xff])
const TEXT = 25
const INTEGER = 23
const MICROSECONDS_TO_2000 = 946_684_800_000_000n
/** UTF-8 takes at most so many bytes for one UTF-16 unit. */
const WIDEST = 3

/**
 * Writes rows as `copy … (format binary)` takes them. PostgreSQL reads a row of 1 kB in this form in half the time that it
 * takes for JSON: there is no text to be parsed.
 */
export class CopyRows {
  readonly #types: readonly CopyType[]
  #bytes = Buffer.allocUnsafe(256 * 1024)
  #at = 0

  constructor(types: readonly CopyType[]) {
    this.#types = types
  }

  add(values: readonly unknown[]) {
    this.#int16(this.#types.length)
    this.#types.forEach((type, i) => {
      this.#field(type, values[i])
    })
  }

  /** The bytes added since the last call; valid until the next row is added. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#at)
    this.#at = 0
    return taken
  }

  #field(type: CopyType, value: unknown) {
    const start = this.#at
    this.#int32(-1)
    if (value === null || value === undefined) return
    this.#value(type, value)
    this.#bytes.writeInt32BE(this.#at - start - 4, start)
  }

  #value(type: CopyType, value: unknown) {
    switch (type) {
      case 'text':
      case 'json':
        return this.#text(value as string)
      case 'integer':
        return this.#int32(value as number)
      case 'bigint':
        return this.#int64(BigInt(value as number))
      case 'double precision':
        return this.#double(value as number)
      case 'boolean':
        this.#room(1)
        this.#bytes[this.#at++] = value ? 1 : 0
        return
      case 'timestamptz':
        return this.#int64(BigInt((value as Date).getTime()) * 1000n - MICROSECONDS_TO_2000)
      case 'text[]':
        return this.#array(TEXT, 'text', value as readonly string[])
      case 'integer[]':
        return this.#array(INTEGER, 'integer', value as readonly number[])
      case 'tsvector':
        return this.#words(value as readonly string[])
    }
  }

  /** Each word ends with a zero byte, and has a 16-bit number of places: none. */
  #words(words: readonly string[]) {
    this.#int32(words.length)
    if (words.length > 0) this.#text(`${words.join('\0\0\0')}\0\0\0`)
  }

  #array(oid: number, type: CopyType, items: readonly unknown[]) {
    this.#int32(items.length > 0 ? 1 : 0)
    this.#int32(0)
    this.#int32(oid)
    if (items.length === 0) return
    this.#int32(items.length)
    this.#int32(1)
    for (const item of items) this.#field(type, item)
  }

  #text(text: string) {
    this.#room(text.length * WIDEST)
    this.#at += this.#bytes.write(text, this.#at, 'utf8')
  }

  #int16(value: number) {
    this.#room(2)
    this.#at = this.#bytes.writeUInt16BE(value, this.#at)
  }

  #int32(value: number) {
    this.#room(4)
    this.#at = this.#bytes.writeInt32BE(value, this.#at)
  }

  #int64(value: bigint) {
    this.#room(8)
    this.#at = this.#bytes.writeBigInt64BE(value, this.#at)
  }

  #double(value: number) {
    this.#room(8)
    this.#at = this.#bytes.writeDoubleBE(value, this.#at)
  }

  #room(length: number) {
    if (this.#at + length <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + length))
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }
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
  readonly #parts: AsyncIterator<Buffer>
  /** Made while the statements before this one are at work. */
  readonly #first: Promise<IteratorResult<Buffer>>

  constructor(
    text: string,
    parts: AsyncIterable<Buffer>,
    done: (error: Error | null, result: pg.QueryResult) => void,
  ) {
    super({ text }, undefined, done)
    this.#parts = parts[Symbol.asyncIterator]()
    this.#first = this.#parts.next()
    this.#first.catch(() => {})
  }

  handleCopyInResponse(connection: Connection) {
    this.#send(connection).catch((error: Error) => connection.sendCopyFail(error.message.slice(0, 200)))
  }

  async #send(connection: Connection) {
    connection.sendCopyFromChunk(SIGNATURE)
    for (let part = await this.#first; !part.done; part = await this.#parts.next()) {
      connection.sendCopyFromChunk(part.value)
      if (connection.stream.writableNeedDrain) await drained(connection.stream)
    }
    connection.sendCopyFromChunk(END)
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
 * Runs `copy … from stdin (format binary)`. Statements may have been sent before it; until it ends none may be sent after
 * it. Gives the number of rows.
 */
export const copyIn = (client: pg.PoolClient, text: string, parts: AsyncIterable<Buffer>) =>
  new Promise<number>((resolve, reject) => {
    const query = new CopyQuery(text, parts, (error, result) =>
      error ? reject(error) : resolve(result.rowCount ?? 0),
    )
    client.query(query as pg.Submittable)
  })
