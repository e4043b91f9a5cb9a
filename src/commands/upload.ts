import { createReadStream } from 'node:fs'
import * as http from 'node:http'
import * as https from 'node:https'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { StartError } from '../platform/start-error.ts'
import type { Remote } from './http.ts'

export type Uploaded = { status: number; body: unknown }

const unreachable = (url: string, error: Error) =>
  new StartError(
    `The server at ${url} does not answer: ${error.message || (error as NodeJS.ErrnoException).code}`,
  )

/**
 * Sends a file as the part `file` of a form, and waits for the answer as long as it takes: fetch gives up after five
 * minutes, and a file of many millions of lines takes longer.
 */
export async function upload(
  { url, key }: Remote,
  path: string,
  file: string,
  onBytes: (bytes: number) => void,
): Promise<Uploaded> {
  const boundary = `comptoir-${crypto.randomUUID()}`
  async function* form() {
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${basename(file).replaceAll('"', '')}"\r\nContent-Type: application/json\r\n\r\n`,
    )
    for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
      onBytes((chunk as Buffer).length)
      yield chunk as Buffer
    }
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  const { request } = url.startsWith('https:') ? https : http
  const sent = request(`${url.replace(/\/+$/, '')}${path}`, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(key ? { 'x-api-key': key } : {}),
    },
  })
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject)
  })
  // A refusal may come, and the connection end, before the whole file is sent.
  const sending = pipeline(Readable.from(form()), sent).catch(() => {})
  const response = await answered.catch(error => {
    throw unreachable(url, error)
  })
  const body = await json(response).catch(error => {
    throw unreachable(url, error)
  })
  await sending
  // Node.js has one type for requests and answers; an answer has a status.
  return { status: response.statusCode!, body }
}
