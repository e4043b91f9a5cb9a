/** Tar archives as POSIX has them (ustar), so that any `tar` reads what is written here. */
const BLOCK = 512
const SIZE_DIGITS = 11

/** What is wrong with an archive that was cut or changed. */
export class Damaged extends Error {}

/** A directory's name ends with a slash, and its size is 0. */
export function tarHeader(name: string, size: number, changed: Date): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`Too long a name for an archive: ${name}`)
  const header = Buffer.alloc(BLOCK)
  const isFolder = name.endsWith('/')
  header.write(name, 0)
  header.write(isFolder ? '0000700\0' : '0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${octal(size, SIZE_DIGITS)}\0`, 124)
  header.write(`${octal(Math.floor(changed.getTime() / 1000), 11)}\0`, 136)
  header.write(isFolder ? '5' : '0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${octal(sumOf(header), 6)}\0 `, 148)
  return header
}

/** What fills a file of this size up to whole blocks. */
export const tarPadding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

export const tarEnd = () => Buffer.alloc(2 * BLOCK)

/** The sum over a header counts its own field as spaces. */
function sumOf(header: Buffer): number {
  let sum = 0
  for (const [i, byte] of header.entries()) sum += i >= 148 && i < 156 ? 0x20 : byte
  return sum
}

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')

export type TarEntry = { name: string; size: number; body: AsyncIterable<Buffer> }

/** The entries of an archive, in their order; a body that was not read is passed over. Throws Damaged. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = new Bytes(source)
  for (;;) {
    const header = await bytes.whole(BLOCK)
    if (header.every(byte => byte === 0)) break
    const { name, size } = parseHeader(header)
    const body = bytes.next(size)
    yield { name, size, body }
    for await (const _unread of body);
    await bytes.whole(tarPadding(size).length)
  }
  await bytes.toTheEnd()
}

function parseHeader(header: Buffer) {
  const text = (start: number, length: number) =>
    header.toString('utf8', start, start + length).replace(/\0.*$/s, '')
  const number = (start: number, length: number) => Number.parseInt(text(start, length).trim(), 8)
  if (text(257, 5) !== 'ustar' || number(148, 8) !== sumOf(header))
    throw new Damaged('it is no archive, or was changed')
  return { name: text(0, 100), size: number(124, 12) }
}

/** A stream that is read by counts of bytes. */
class Bytes {
  readonly #parts: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#parts = source[Symbol.asyncIterator]()
  }

  /** The next `count` bytes as they come. What is taken of it is taken once: read again, it goes on. */
  next(count: number): AsyncIterableIterator<Buffer> {
    let left = count
    const step = async (): Promise<IteratorResult<Buffer>> => {
      if (left === 0) return { done: true, value: undefined }
      if (this.#rest.length === 0) await this.#fill()
      const value = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(value.length)
      left -= value.length
      return { done: false, value }
    }
    const iterator = { next: step, [Symbol.asyncIterator]: () => iterator }
    return iterator
  }

  async whole(count: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of this.next(count)) parts.push(part)
    return Buffer.concat(parts)
  }

  /** What checks the stream as a whole does so at its end. */
  async toTheEnd() {
    while (!(await this.#parts.next()).done);
  }

  async #fill() {
    const { done, value } = await this.#parts.next()
    if (done) throw new Damaged('its end is missing')
    this.#rest = value
  }
}
