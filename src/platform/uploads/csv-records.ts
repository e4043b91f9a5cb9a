import { open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { CsvError, Parser } from 'csv-parse'
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

/** Elements of a file, each with its line. */
export type Batch = { elements: unknown[]; lines: number[] }

/** `end` is the line on which the record ends, as csv-parse counts them. */
type Row = { cells: string[]; end: number }

/** Adds the line to each record. The option `info` would copy all counters of the parser for each. */
class RowParser extends Parser {
  override push(cells: string[] | null) {
    const row: Row | null = cells && { cells, end: this.info.lines }
    return super.push(row)
  }
}

/**
 * Yields the records of a CSV file in batches of up to `size`, reading on demand. The first line names the columns. The
 * line of a record is the one on which it begins. Throws a 400 if the file is empty or not UTF-8 text, or if a record is
 * too large, has a different number of columns or has an invalid quotation.
 */
export async function* readRecords(
  path: string,
  size: number,
  readerOf: ReaderFactory,
  onRead?: OnRead,
): AsyncGenerator<Batch> {
  const parser = new RowParser({
    delimiter: await separatorOf(path),
    bom: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_RECORD_LENGTH,
  })
  // Errors surface in the loop that reads the parser.
  pipeline(Readable.from(utf8Of(path, onRead), { objectMode: false }), parser, () => {})
  let read: ReturnType<ReaderFactory> | undefined
  const lineOf = createLineCounter()
  let found: Batch = { elements: [], lines: [] }
  let characters = 0
  try {
    for await (const row of parser as AsyncIterable<Row>) {
      const line = lineOf(row)
      const { cells } = row
      if (!read) {
        read = readerOf(cells.map(name => name.trim()))
        continue
      }
      found.elements.push(read(cells))
      found.lines.push(line)
      for (const cell of cells) characters += cell.length
      if (found.elements.length < size && characters < MAX_BATCH_LENGTH) continue
      yield found
      found = { elements: [], lines: [] }
      characters = 0
    }
  } catch (error) {
    throw error instanceof CsvError ? broken(error.message.slice(0, 200)) : error
  }
  if (!read) throw broken('it is empty, and its first line must name the columns')
  if (found.elements.length > 0) yield found
}

/** Returns a function that returns the first line of each record. csv-parse counts a CRLF in a quotation as two lines. */
function createLineCounter() {
  let last = 0
  let excess = 0
  return ({ cells, end }: Row) => {
    const isSingle = end === last + 1
    last = end
    if (isSingle) return end - excess
    const breaks = cells.flatMap(cell => cell.match(/\r\n|\r|\n/g) ?? [])
    excess += breaks.filter(each => each === '\r\n').length
    return end - excess - breaks.length
  }
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
