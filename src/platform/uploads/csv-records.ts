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

/** An element for a record with more cells than the header has columns. */
export class ExcessCells {
  readonly message: string

  constructor(count: number) {
    this.message = `has ${count} more cells than the first line names columns; quote cells with a separator`
  }
}

/** Elements of a file, each with its line and, in CSV, its cells. */
export type Batch = { elements: unknown[]; lines: number[]; cells?: (readonly string[])[] }

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
 * line of a record is the one on which it begins. Spreadsheets omit empty cells at the end of a record. Throws a 400 if
 * the file is empty, not text or truncated, or if a record is too large or has an invalid quotation.
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
    relax_column_count: true,
    max_record_size: MAX_RECORD_LENGTH,
  })
  // Errors surface in the loop that reads the parser.
  const text = { endsInLine: true }
  pipeline(Readable.from(textOf(path, text, onRead), { objectMode: false }), parser, () => {})
  let read: ReturnType<ReaderFactory> | undefined
  let columns = 0
  let last = 0
  const lineOf = createLineCounter()
  const none = (): Required<Batch> => ({ elements: [], lines: [], cells: [] })
  let found = none()
  let characters = 0
  try {
    for await (const row of parser as AsyncIterable<Row>) {
      const line = lineOf(row)
      const { cells } = row
      if (!read) {
        read = readerOf(cells.map(name => name.trim()))
        columns = cells.length
        continue
      }
      last = cells.length
      found.elements.push(last > columns ? new ExcessCells(last - columns) : read(cells))
      found.lines.push(line)
      found.cells.push(cells)
      for (const cell of cells) characters += cell.length
      if (found.elements.length < size && characters < MAX_BATCH_LENGTH) continue
      yield found
      found = none()
      characters = 0
    }
  } catch (error) {
    throw error instanceof CsvError ? broken(error.message.slice(0, 200)) : error
  }
  if (!read) throw broken('it is empty, and its first line must name the columns')
  if (last > 0 && last < columns && !text.endsInLine) throw broken('its last line is truncated')
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

/** Bytes that no Windows-1252 text contains. */
const NO_TEXT = /[\0\x81\x8d\x8f\x90\x9d]/
/** The beginning of most accented letters in UTF-8, which reads as `Ã` in Windows-1252. */
const ACCENT_IN_UTF8 = /\xc3([\x80-\xbf]|$)/

/**
 * Detects the encoding: UTF-8 if all of the file is valid, otherwise Windows-1252, in which spreadsheets save French
 * files. Throws a 400 for other bytes, and for UTF-8 with damaged characters, which would become wrong letters.
 */
async function encodingOf(path: string): Promise<'utf-8' | 'windows-1252'> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let [isUtf8, isBinary, hasUtf8Accents] = [true, false, false]
  const check = (part?: Buffer) => {
    try {
      utf8.decode(part, { stream: part !== undefined })
    } catch {
      isUtf8 = false
    }
  }
  for await (const part of readParts(path)) {
    if (isUtf8) check(part)
    const bytes = part.toString('latin1')
    isBinary ||= NO_TEXT.test(bytes)
    hasUtf8Accents ||= ACCENT_IN_UTF8.test(bytes)
  }
  if (isUtf8) check()
  if (isUtf8) return 'utf-8'
  if (isBinary || hasUtf8Accents) throw broken('it is neither UTF-8 nor Windows-1252 text')
  return 'windows-1252'
}

/** Yields the text of a file. Sets `endsInLine` to whether a line break ends it. */
async function* textOf(path: string, text: { endsInLine: boolean }, onRead?: OnRead) {
  const decoder = new TextDecoder(await encodingOf(path))
  for await (const part of readParts(path, onRead)) {
    text.endsInLine = /[\r\n]/.test(String.fromCharCode(part.at(-1) ?? 10))
    yield decoder.encoding === 'utf-8' ? part : decoder.decode(part)
  }
}
