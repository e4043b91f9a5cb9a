const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** JSON.parse takes any depth, and an element that is nothing but brackets takes the memory. */
const MOST_LEVELS = 1_000

export type Scan = {
  /** Where the inside of the array begins in these bytes; -1: nowhere. */
  from: number
  /** The last comma between two elements; -1: none. */
  comma: number
  /** How many elements end before `comma`, or before `end`. */
  elements: number
  /** The bracket that ends the array; -1: not yet. */
  end: number
}

/**
 * Finds where the elements of a JSON array end, in parts of its text. It follows strings and brackets alone; whether what
 * stands between them is JSON shows when the elements are parsed.
 */
export class ArrayScanner {
  #level = 0
  #inString = false
  #escaped = false
  #done = false
  fault: string | undefined

  /** Whether the array has ended. */
  get isDone() {
    return this.#done
  }

  scan(bytes: Uint8Array): Scan {
    const result: Scan = { from: this.#level > 0 ? 0 : -1, comma: -1, elements: 0, end: -1 }
    let at = 0
    if (this.#level === 0 && !this.#done) {
      at = this.#begin(bytes)
      if (this.#level > 0) result.from = at
    }
    if (this.#level > 0) at = this.#inside(bytes, at, result)
    if (this.#done && !this.fault)
      for (; at < bytes.length; at++)
        if (!isSpace(bytes[at])) this.fault = 'The file is not valid JSON: there is more after the array'
    return result
  }

  #begin(bytes: Uint8Array) {
    let at = 0
    while (isSpace(bytes[at])) at++
    if (at === bytes.length) return at
    if (bytes[at] === OPEN_ARRAY) this.#level = 1
    else this.fault = 'The file must hold a JSON array'
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
        if (++level > MOST_LEVELS) {
          this.fault = `An element of the file is nested deeper than ${MOST_LEVELS} levels`
          break
        }
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) level--
      else if (byte === COMMA && level === 1) {
        result.comma = at
        result.elements++
      }
    }
    this.#escaped = at > bytes.length
    this.#inString = inString
    this.#level = level
    if (level === 0) this.#finish(bytes[at - 1], at - 1, result)
    return at
  }

  #finish(closing: number | undefined, at: number, result: Scan) {
    this.#done = true
    result.end = at
    result.elements++
    if (closing !== CLOSE_ARRAY) this.fault = 'The file is not valid JSON: the array ends with }'
  }
}
