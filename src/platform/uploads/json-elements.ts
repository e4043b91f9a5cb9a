import { invalidFile, type OnRead, readParts } from './temporary-file.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** JSON.parse accepts any depth, so a large element of nested brackets would exhaust the memory. */
const MAX_DEPTH = 1_000

type Scan = {
  /** The offset at which the content of the array begins or continues; -1 before the array and after its end. */
  from: number
  /** The offset of the last comma between two elements in the chunk; -1 if there is none. */
  comma: number
  /** The number of elements that end in the chunk. */
  elements: number
  /** The offset of the bracket that ends the array; -1 if it does not end in the chunk. */
  end: number
}

/**
 * Finds the commas between the elements of a JSON array, and its end, in chunks of its text. It tracks only strings and
 * brackets. Everything else is validated when the elements are parsed.
 */
class ArrayScanner {
  #level = 0
  #inString = false
  #escaped = false
  /** Whether the array has ended. */
  isDone = false

  scan(bytes: Uint8Array): Scan {
    const result: Scan = { from: this.#level > 0 ? 0 : -1, comma: -1, elements: 0, end: -1 }
    let at = 0
    if (this.#level === 0 && !this.isDone) {
      at = this.#begin(bytes)
      if (this.#level > 0) result.from = at
    }
    if (this.#level > 0) at = this.#inside(bytes, at, result)
    if (this.isDone && !bytes.subarray(at).every(isSpace)) throw broken('the array is followed by other text')
    return result
  }

  #begin(bytes: Uint8Array) {
    let at = 0
    while (isSpace(bytes[at])) at++
    if (at === bytes.length) return at
    if (bytes[at] !== OPEN_ARRAY) throw invalidFile('The file must contain a JSON array')
    this.#level = 1
    return at + 1
  }

  #inside(bytes: Uint8Array, from: number, result: Scan) {
    let level = this.#level
    let inString = this.#inString
    let at = from
    if (this.#escaped && at < bytes.length) {
      at++
      this.#escaped = false
    }
    for (; at < bytes.length && level > 0; at++) {
      const byte = bytes[at]
      if (inString) {
        if (byte === QUOTE) inString = false
        else if (byte === BACKSLASH) at++
      } else if (byte === QUOTE) inString = true
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        if (++level > MAX_DEPTH)
          throw invalidFile(`An element of the file is nested deeper than ${MAX_DEPTH} levels`)
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) level--
      else if (byte === COMMA && level === 1) {
        result.comma = at
        result.elements++
      }
    }
    this.#escaped = at > bytes.length
    this.#inString = inString
    this.#level = level
    if (level > 0) return at
    if (bytes[at - 1] !== CLOSE_ARRAY) throw broken('the array ends with }')
    this.isDone = true
    result.end = at - 1
    result.elements++
    return at
  }
}

/** The maximum size of an element, which is collected in memory. */
const MAX_ELEMENT_BYTES = 8 * 1024 * 1024
/** The number of bytes at which a batch is yielded early. */
const MAX_BATCH_BYTES = 8 * 1024 * 1024
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

const broken = (what: string) => invalidFile(`The file is not valid JSON: ${what}`)

/**
 * Yields the elements of the JSON array in a file in batches of up to `size`, reading on demand. Throws a 400 if the file
 * is not JSON, not an array, or truncated, or if an element is too large or nested too deeply.
 */
export const readElements = (path: string, size: number, onRead?: OnRead) =>
  parseElements(readParts(path, onRead), size)

/**
 * Yields the elements from the chunks of a text. It finds the commas between elements and passes complete elements to
 * JSON.parse. This is many times as fast as a streaming parser on records with long texts.
 */
export async function* parseElements(
  parts: AsyncIterable<Buffer> | Iterable<Buffer>,
  size: number,
): AsyncGenerator<unknown[]> {
  const scanner = new ArrayScanner()
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let found: unknown[] = []
  let foundBytes = 0
  let count = 0
  /** The beginning of an element that continues in the next part. */
  let begun: Buffer[] = []
  let begunBytes = 0
  let first = true

  const parse = (bytes: Buffer, elements: number) => {
    try {
      const parsed = JSON.parse(`[${decoder.decode(bytes)}]`) as unknown[]
      if (parsed.length !== elements) throw new SyntaxError('a value is missing')
      count += elements
      return parsed
    } catch (error) {
      throw broken(`in element ${count + 1} or soon after, ${describe(error as Error)}`)
    }
  }

  for await (const part of parts) {
    let bytes = part
    if (first && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK)) bytes = bytes.subarray(3)
    first = false
    const { from, comma, elements, end } = scanner.scan(bytes)
    if (from < 0) continue
    const until = end < 0 ? comma : end
    if (until < 0) {
      begun.push(bytes.subarray(from))
      begunBytes += bytes.length - from
    } else {
      const whole = Buffer.concat([...begun, bytes.subarray(from, until)])
      // An empty array has no element, although it ends.
      const isEmpty =
        end >= 0 && elements === 1 && count === 0 && /^[ \t\n\r]*$/.test(whole.toString('latin1'))
      if (!isEmpty) for (const element of parse(whole, elements)) found.push(element)
      foundBytes += whole.length
      begun = end < 0 ? [bytes.subarray(until + 1)] : []
      begunBytes = end < 0 ? bytes.length - until - 1 : 0
    }
    if (begunBytes > MAX_ELEMENT_BYTES) throw invalidFile('An element of the file is larger than 8 MiB')
    while (found.length >= size || foundBytes >= MAX_BATCH_BYTES) {
      yield found.slice(0, size)
      found = found.slice(size)
      foundBytes = 0
    }
  }
  if (!scanner.isDone) throw invalidFile('The file is not a JSON array, or is truncated')
  if (found.length > 0) yield found
}

const describe = (error: Error) =>
  error instanceof SyntaxError ? error.message.slice(0, 200) : 'it is not UTF-8 text'
