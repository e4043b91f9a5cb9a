import { open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { invalidFile, type OnRead, readParts } from './temporary-file.ts'

/** The maximum size of a record, which is collected in memory. */
const MAX_RECORD_LENGTH = 8 * 1024 * 1024
/** The number of characters at which a batch is yielded early. */
const MAX_BATCH_LENGTH = 8 * 1024 * 1024
/** The number of bytes in which the header line is expected. */
const HEAD_BYTES = 64 * 1024

const broken = (what: string) => invalidFile(`The file is not valid CSV: ${what}`)

/**
 * Creates a reader of the cells below a header. Throws a 400 if the header names no known column, or names one twice.
 */
export type ReaderFactory = (header: readonly string[]) => (cells: readonly string[]) => unknown

/**
 * Yields the records of a CSV file in batches of up to `size`, reading on demand. The first line names the columns. Throws
 * a 400 if the file is empty or not UTF-8 text, or if a record is too large, has a different number of columns or has an
 * invalid quotation.
 */
export async function* readRecords(
  path: string,
  size: number,
  readerOf: ReaderFactory,
  onRead?: OnRead,
): AsyncGenerator<unknown[]> {
  const parser = parse({
    delimiter: await separatorOf(path),
    bom: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_RECORD_LENGTH,
  })
  // Errors surface in the loop that reads the parser.
  pipeline(Readable.from(utf8Of(path, onRead), { objectMode: false }), parser, () => {})
  let read: ReturnType<ReaderFactory> | undefined
  let found: unknown[] = []
  let characters = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (!read) {
        read = readerOf(cells.map(name => name.trim()))
        continue
      }
      found.push(read(cells))
      for (const cell of cells) characters += cell.length
      if (found.length < size && characters < MAX_BATCH_LENGTH) continue
      yield found
      found = []
      characters = 0
    }
  } catch (error) {
    throw error instanceof CsvError ? broken(error.message.slice(0, 200)) : error
  }
  if (!read) throw broken('it is empty, and its first line must name the columns')
  if (found.length > 0) yield found
}

/** Detects the separator: `;` if it occurs more often than `,` in the first line outside quotations, otherwise `,`. */
async function separatorOf(path: string): Promise<';' | ','> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  const [first = ''] = buffer
    .toString('latin1', 0, bytesRead)
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1)
  const count = (separator: string) => first.split(separator).length
  return count(';') > count(',') ? ';' : ','
}

async function* utf8Of(path: string, onRead?: OnRead) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const part of readParts(path, onRead)) {
      decoder.decode(part, { stream: true })
      yield part
    }
    decoder.decode()
  } catch (error) {
    throw error instanceof TypeError ? broken('it is not UTF-8 text') : error
  }
}
