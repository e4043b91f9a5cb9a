import { ComptoirError } from '../../api/client.ts'
import type { ImportRun } from './source.ts'

/**
 * Uploads a file and reports the fraction sent. The typed client uses `fetch`, which reports no upload progress, so this
 * call uses XMLHttpRequest.
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
  // `fetch` throws this when the server is unreachable.
  request.addEventListener('error', () => reject(new TypeError('Failed to send the file')))
  const form = new FormData()
  form.set('file', file)
  request.send(form)
  return promise
}
