import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { within } from '../within.ts'
import type { Way } from './request.ts'

/** A redirection is an answer: the platform's key goes to the address that was configured, and to no other one. */
const redirect = 'manual'

/** An area that runs elsewhere. */
export const byUrl = (base: string): Way => ({
  async send({ method, path, headers, body, timeoutMs }) {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(`${base}${path}`, { method, headers, body: body ?? null, signal, redirect })
    const retryAfter = Number(response.headers.get('retry-after')) || undefined
    return { status: response.status, text: await response.text(), retryAfter }
  },
  async open({ method, path, headers, body, timeoutMs }) {
    const late = new AbortController()
    const { signal } = late
    const begun = fetch(`${base}${path}`, { method, headers, body: body ?? null, signal, redirect })
    const answer = await within(timeoutMs, begun).catch(error => {
      late.abort()
      throw error
    })
    // Node's own ReadableStream, which the types of `fetch` do not tell from a browser's.
    const streamed = answer.body as ReadableStream | null
    return { status: answer.status, body: streamed ? Readable.fromWeb(streamed) : Readable.from([]) }
  },
})
