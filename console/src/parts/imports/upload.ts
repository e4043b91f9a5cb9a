import { ComptoirError } from '../../api/client.ts'
import type { ImportRun } from './source.ts'

/**
 * Sends a file and says what share of it has gone. The typed client sends by `fetch`, which does not tell: this alone asks in
 * the older way.
 */
export function upload(path: string, file: File, onSent: (share: number) => void): Promise<ImportRun> {
  const { promise, resolve, reject } = Promise.withResolvers<ImportRun>()
  const request = new XMLHttpRequest()
  request.open('POST', path)
  request.responseType = 'json'
  request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0))
  request.addEventListener('load', () => {
    const { status, statusText, response } = request
    if (status === 202) resolve(response as ImportRun)
    else reject(new ComptoirError(new Response(null, { status, statusText }), response))
  })
  // `fetch` throws this when the server cannot be reached.
  request.addEventListener('error', () => reject(new TypeError('Failed to send the file')))
  const form = new FormData()
  form.set('file', file)
  request.send(form)
  return promise
}
