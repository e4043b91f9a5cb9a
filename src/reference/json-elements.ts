import { createReadStream } from 'node:fs'
import { JSONParser } from '@streamparser/json'
import { Problem } from '../platform/http/problem.ts'

/** An element larger than this is not one of ours; the parser would collect it in memory. */
const LARGEST_ELEMENT = 8 * 1024 * 1024
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/**
 * The elements of the JSON array in a file, in batches of `size`, read as they are asked for. 400 when the file is not
 * JSON, not an array, or breaks off.
 */
export async function* elementsOf(path: string, size: number): AsyncGenerator<unknown[]> {
  let found: unknown[] = []
  let sinceLast = 0
  let begun = false
  const parser = new JSONParser({
    paths: ['$.*'],
    keepStack: false,
    // Buffers of its own make the parser more than half as fast again.
    stringBufferSize: 64 * 1024,
    numberBufferSize: 64,
  })
  parser.onValue = ({ value }) => {
    found.push(value)
    sinceLast = 0
  }
  let fault: Error | undefined
  parser.onError = error => {
    fault ??= error
  }

  for await (const part of createReadStream(path)) {
    let bytes = part as Buffer
    if (!begun) {
      if (BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte)) bytes = bytes.subarray(3)
      const first = bytes.find(byte => !' \t\r\n'.includes(String.fromCharCode(byte)))
      if (first !== undefined) {
        if (first !== '['.charCodeAt(0)) throw new Problem(400, 'The file must hold a JSON array')
        begun = true
      }
    }
    sinceLast += bytes.length
    if (parser.isEnded && bytes.toString().trim() !== '')
      throw new Problem(400, 'The file is not valid JSON: there is more after the array')
    if (!parser.isEnded) read(bytes)
    if (sinceLast > LARGEST_ELEMENT) throw new Problem(400, 'An element of the file is larger than 8 MiB')
    while (found.length >= size) {
      yield found.slice(0, size)
      found = found.slice(size)
    }
  }
  if (!parser.isEnded) throw new Problem(400, 'The file is not a JSON array, or breaks off')
  if (found.length > 0) yield found

  function read(bytes: Buffer) {
    parser.write(bytes)
    if (fault) throw new Problem(400, `The file is not valid JSON: ${fault.message.slice(0, 200)}`)
  }
}
