import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import * as http from 'node:http'
import * as https from 'node:https'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { StartError } from '../../platform/problem.ts'
import { withoutFinalSlashes } from '../../platform/text.ts'
import { createConnectionError, type Remote } from '../http.ts'

export const isCsv = (file: string) => file.toLowerCase().endsWith('.csv')

/** Opens a file as a Blob, which is read while it is sent. */
export const openContent = (file: string) =>
  openAsBlob(file, { type: isCsv(file) ? 'text/csv' : 'application/json' })

/** Returns a form with the file as its part `file`. */
export async function createForm(file: string): Promise<FormData> {
  const form = new FormData()
  form.set('file', await openContent(file), basename(file))
  return form
}

/**
 * Sends a body and waits for the response without a time limit: fetch gives up after five minutes, and a file of many
 * millions of lines takes longer. Throws a StartError for an error status, or if the server does not respond.
 */
export async function upload<Answer>(
  { url, key }: Remote,
  path: string,
  content: FormData | Blob,
  onBytes: (bytes: number) => void = () => {},
): Promise<Answer> {
  const { headers, body } = new Response(content)
  async function* counted() {
    for await (const bytes of body ?? []) {
      onBytes(bytes.length)
      yield bytes
    }
  }
  const { request } = url.startsWith('https:') ? https : http
  const sent = request(`${withoutFinalSlashes(url)}${path}`, {
    method: 'POST',
    headers: { 'content-type': headers.get('content-type') ?? '', ...(key && { 'x-api-key': key }) },
  })
  const answered = once(sent, 'response').then(async ([response]) => ({
    status: Number(response.statusCode),
    answer: await json(response).catch(() => ({ message: 'The response is not JSON' })),
  }))
  // The server may respond with an error and close the connection before the whole file is sent.
  const sending = pipeline(Readable.from(counted()), sent).catch(() => {})
  const { status, answer } = await answered.catch(error => {
    throw createConnectionError(url, error)
  })
  await sending
  if (status < 300) return answer as Answer
  const { message } = answer as { message?: string | string[] }
  throw new StartError(`The server rejected the import (${status}): ${[message].flat().join('; ')}`)
}
