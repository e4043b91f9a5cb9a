import { createReadStream } from 'node:fs'

/** Told how many bytes of a file have been read more. */
export type OnRead = (bytes: number) => void

/** The parts of a file, as they are asked for. */
export async function* partsOf(path: string, onRead?: OnRead): AsyncGenerator<Buffer> {
  for await (const part of createReadStream(path)) {
    onRead?.((part as Buffer).length)
    yield part as Buffer
  }
}
