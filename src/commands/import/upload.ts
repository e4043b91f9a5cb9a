import { createReadStream } from 'node:fs'
import * as http from 'node:http'
import * as https from 'node:https'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { StartError } from '../../platform/problem.ts'
import { withoutFinalSlashes } from '../../platform/text.ts'
import type { Remote } from '../http.ts'

/** A file on its way, from some byte on, between what comes before and after it. */
type Sent = { file: string; from?: number; type: string; before: string; after: string }

export const isCsv = (file: string) => file.toLowerCase().endsWith('.csv')
const typeOf = (file: string) => (isCsv(file) ? 'text/csv' : 'application/json')

/** A file as the part `file` of a form. */
export function formOf(file: string): Sent {
  const boundary = `comptoir-${crypto.randomUUID()}`
  const name = basename(file).replaceAll('"', '')
  return {
    file,
    type: `multipart/form-data; boundary=${boundary}`,
    before: `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${typeOf(file)}\r\n\r\n`,
    after: `\r\n--${boundary}--\r\n`,
  }
}

/** A file as the body itself. */
export const bodyOf = (file: string, around: Partial<Sent> = {}): Sent => ({
  ...{ file, before: '', after: '', ...around },
  type: typeOf(file),
})

const unreachable = (url: string, error: Error) =>
  new StartError(
    `The server at ${url} does not answer: ${error.message || (error as NodeJS.ErrnoException).code}`,
  )

/**
 * Sends a file, and waits for the answer as long as it takes: fetch gives up after five minutes, and a file of many millions
 * of lines takes longer. An answer other than `expected` ends the command.
 */
export async function upload<Answer>(
  { url, key }: Remote,
  path: string,
  { file, from = 0, type, before, after }: Sent,
  onBytes: (bytes: number) => void,
  expected: number,
): Promise<Answer> {
  async function* parts() {
    yield Buffer.from(before)
    for await (const chunk of createReadStream(file, { start: from, highWaterMark: 256 * 1024 })) {
      onBytes((chunk as Buffer).length)
      yield chunk as Buffer
    }
    yield Buffer.from(after)
  }
  const { request } = url.startsWith('https:') ? https : http
  const sent = request(`${withoutFinalSlashes(url)}${path}`, {
    method: 'POST',
    headers: { 'content-type': type, ...(key ? { 'x-api-key': key } : {}) },
  })
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject)
  })
  // A refusal may come, and the connection end, before the whole file is sent.
  const sending = pipeline(Readable.from(parts()), sent).catch(() => {})
  const response = await answered.catch(error => {
    throw unreachable(url, error)
  })
  const body = await json(response).catch(error => {
    throw unreachable(url, error)
  })
  await sending
  if (response.statusCode === expected) return body as Answer
  const { message } = body as { message?: string | string[] }
  throw new StartError(`The import was refused (${response.statusCode}): ${[message].flat().join('; ')}`)
}
