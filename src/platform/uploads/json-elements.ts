import { Problem } from '../problem.ts'
import { ArrayScanner } from './array-scanner.ts'
import { type OnRead, partsOf } from './parts.ts'

/** An element larger than this is not one of ours, and would be collected in memory. */
const LARGEST_ELEMENT = 8 * 1024 * 1024
/** A batch of so many bytes is given early. */
const LARGE_BATCH = 8 * 1024 * 1024
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

const broken = (what: string) => new Problem(400, 'fichier-invalide', `The file is not valid JSON: ${what}`)

/**
 * The elements of the JSON array in a file, in batches of `size` or, where they are large, fewer, read as they are asked for. 400 when the file is not
 * JSON, not an array, or breaks off.
 */
export const elementsOf = (path: string, size: number, onRead?: OnRead) =>
  elementsIn(partsOf(path, onRead), size)

/**
 * The same from the parts of a text. They are searched for the commas between elements, and whole elements are given to
 * JSON.parse: many times as fast as a streaming parser on records with long texts.
 */
export async function* elementsIn(
  parts: AsyncIterable<Buffer> | Iterable<Buffer>,
  size: number,
): AsyncGenerator<unknown[]> {
  const scanner = new ArrayScanner()
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let found: unknown[] = []
  let foundBytes = 0
  let count = 0
  /** What has been read of the element that the last part broke off in. */
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
    if (scanner.fault) throw new Problem(400, 'fichier-invalide', scanner.fault)
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
    if (begunBytes > LARGEST_ELEMENT)
      throw new Problem(400, 'fichier-invalide', 'An element of the file is larger than 8 MiB')
    while (found.length >= size || foundBytes >= LARGE_BATCH) {
      yield found.slice(0, size)
      found = found.slice(size)
      foundBytes = 0
    }
  }
  if (!scanner.isDone)
    throw new Problem(400, 'fichier-invalide', 'The file is not a JSON array, or breaks off')
  if (found.length > 0) yield found
}

const describe = (error: Error) =>
  error instanceof SyntaxError ? error.message.slice(0, 200) : 'it is not UTF-8 text'
