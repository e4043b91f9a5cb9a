import { useState } from 'react'
import { answerOf, api, ComptoirError } from '../../api/client.ts'

/** The server decodes two pictures at once. */
const AT_ONCE = 2
const MAX_ATTEMPTS = 5
/** Takes the place of a picture while it is uploaded; a form with it is not valid. */
const PENDING = 'envoi:'
export const isPending = (address: string) => address.startsWith(PENDING)

async function upload(file: File, attempt = 1): Promise<string> {
  const form = new FormData()
  form.set('image', file)
  const call = api.POST('/api/v1/privee/images', { body: { image: '' }, bodySerializer: () => form })
  try {
    return (await answerOf(call)).url
  } catch (error) {
    const seconds = error instanceof ComptoirError && error.status === 503 && error.retryAfterSeconds
    if (!seconds || attempt === MAX_ATTEMPTS) throw error
    await new Promise(resolve => setTimeout(resolve, seconds * 1_000))
    return upload(file, attempt + 1)
  }
}

type Change = (edit: (addresses: string[]) => string[]) => void
export type UploadFailure = { name: string; error: unknown }

/**
 * Returns a function that uploads files into places at the end of the list, in their order, with the number of files that
 * are done and of all, and those that failed.
 */
export function usePhotoUploads(change: Change) {
  const [progress, setProgress] = useState({ done: 0, total: 0 })
  const [failures, setFailures] = useState<UploadFailure[]>([])

  async function add(files: readonly File[]) {
    const waiting = files.map(file => ({ file, place: `${PENDING}${crypto.randomUUID()}` }))
    setFailures([])
    setProgress(({ done, total }) => ({
      done: done === total ? 0 : done,
      total: (done === total ? 0 : total) + files.length,
    }))
    change(addresses => [...addresses, ...waiting.map(({ place }) => place)])
    const next = async (): Promise<void> => {
      const one = waiting.shift()
      if (!one) return
      const { file, place } = one
      await upload(file).then(
        url => change(addresses => addresses.map(each => (each === place ? url : each))),
        error => {
          change(addresses => addresses.filter(each => each !== place))
          setFailures(failed => [...failed, { name: file.name, error }])
        },
      )
      setProgress(({ done, total }) => ({ done: done + 1, total }))
      await next()
    }
    await Promise.all(Array.from({ length: AT_ONCE }, next))
  }
  return { add, failures, progress }
}
