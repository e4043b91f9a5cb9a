import { createReadStream } from 'node:fs'
import { JSONParser, TokenType } from '@streamparser/json'
import type { Problem } from '../problem.ts'
import { invalidFile } from './temporary-file.ts'

/** The maximum size of an element, which the parser collects in memory. */
const MAX_ELEMENT_BYTES = 8 * 1024 * 1024
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** The name of the member that contains the array, and the error if it is missing. */
type Member = { name: string; missing: Problem }

/**
 * Yields the elements of the array in a member of the file's JSON object, in batches of up to `size`, reading on
 * demand. Throws `missing` if the file is not an object with such an array, and a 400 if it is invalid or truncated or
 * if an element is too large.
 */
export async function* readElementsOfMember(
  path: string,
  size: number,
  { name, missing }: Member,
): AsyncGenerator<unknown[]> {
  let found: unknown[] = []
  let sinceLast = 0
  let begun = false
  const parser = new JSONParser({
    paths: [`$.${name}.*`],
    keepStack: false,
    // Preallocated buffers make the parser more than 50% faster.
    stringBufferSize: 64 * 1024,
    numberBufferSize: 64,
  })
  parser.onValue = ({ value }) => {
    found.push(value)
    sinceLast = 0
  }
  const isArray = watchMember(parser, name)
  let firstError: Error | undefined
  parser.onError = error => {
    firstError ??= error
  }

  for await (const part of createReadStream(path)) {
    let bytes = part as Buffer
    if (!begun) {
      if (BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte)) bytes = bytes.subarray(3)
      const first = bytes.find(byte => !' \t\r\n'.includes(String.fromCharCode(byte)))
      if (first !== undefined) {
        if (first !== '{'.charCodeAt(0)) throw missing
        begun = true
      }
    }
    sinceLast += bytes.length
    if (parser.isEnded && bytes.toString().trim() !== '')
      throw invalidFile('The file is not valid JSON: the value is followed by other text')
    if (!parser.isEnded) parser.write(bytes)
    if (firstError) throw invalidFile(`The file is not valid JSON: ${firstError.message.slice(0, 200)}`)
    if (isArray() === false) throw missing
    if (sinceLast > MAX_ELEMENT_BYTES) throw invalidFile('An element of the file is larger than 8 MiB')
    while (found.length >= size) {
      yield found.slice(0, size)
      found = found.slice(size)
    }
  }
  if (!begun) throw missing
  if (!parser.isEnded) throw invalidFile('The file is not valid JSON: it is truncated')
  if (!isArray()) throw missing
  if (found.length > 0) yield found
}

/** Returns a function that reports whether a member of the root object is an array; undefined until that is known. */
function watchMember(parser: JSONParser, name: string): () => boolean | undefined {
  let depth = 0
  let key: unknown
  let isValue = false
  let isArray: boolean | undefined
  parser.onToken = ({ token, value }) => {
    if (depth === 1 && isValue && key === name) isArray = token === TokenType.LEFT_BRACKET
    isValue = token === TokenType.COLON
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth++
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth--
    else if (depth === 1 && token === TokenType.STRING) key = value
  }
  return () => isArray
}
