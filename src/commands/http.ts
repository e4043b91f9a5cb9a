import { StartError } from '../platform/problem.ts'
import { withoutFinalSlashes } from '../platform/text.ts'

export type Remote = { url: string; key?: string | undefined }

export const createConnectionError = (url: string, error: Error & { cause?: unknown; code?: string }) => {
  const { message, code } = (error.cause ?? error) as typeof error
  // The message of fetch for the ports of other protocols.
  if (message === 'bad port')
    return new StartError(
      `The server at ${url} cannot be called: fetch and browsers block port ${new URL(url).port} (https://fetch.spec.whatwg.org/#port-blocking); let the server or its gateway listen on another one, such as 8080`,
    )
  return new StartError(`The server at ${url} does not answer: ${message || code}`)
}

type Options = { body?: unknown; headers?: Record<string, string> | undefined }

/**
 * Returns a client of a running server. Its calls throw a StartError if the server cannot be reached or does not begin
 * to respond within two minutes.
 */
export function createClient({ url, key }: Remote) {
  const base = withoutFinalSlashes(url)
  return {
    base,
    async call<Body = unknown>(method: string, path: string, { body, headers = {} }: Options = {}) {
      const isForm = body instanceof FormData
      const response = await fetch(`${base}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(key && { 'x-api-key': key }),
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: isForm ? body : (JSON.stringify(body) ?? null),
        signal: AbortSignal.timeout(120_000),
      }).catch(error => {
        throw createConnectionError(url, error)
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
      return { status: response.status, body: (isJson ? JSON.parse(text) : undefined) as Body, text }
    },
  }
}
export type ServerClient = ReturnType<typeof createClient>

/** Sends a call and returns the body of the response. Throws a StartError unless the status is 2xx. */
export async function ask<Body>(
  server: ServerClient,
  method: string,
  path: string,
  body?: unknown,
): Promise<Body> {
  const answer = await server.call<Body & { message?: string }>(method, path, { body })
  if (answer.status < 300) return answer.body
  throw new StartError(
    `${method} ${path} failed with status ${answer.status}: ${answer.body?.message ?? answer.text}`,
  )
}

type List = { data: unknown[]; total: number }

/** Returns the rows of all pages of a list. */
export async function readPages<L extends List>(server: ServerClient, path: string): Promise<L['data']> {
  const rows: L['data'] = []
  for (let page = 1; ; page++) {
    const { data, total } = await ask<L>(server, 'GET', `${path}?page=${page}&limit=100`)
    rows.push(...data)
    if (data.length === 0 || rows.length >= total) return rows
  }
}

const CLOCK = '/api/clock/update-sse'

/**
 * Returns the time of the server's clock, from the first event of its stream. Throws a StartError if the server answers
 * anything else.
 */
export async function readServerTime(base: string): Promise<Date> {
  const response = await fetch(`${base}${CLOCK}`).catch(error => {
    throw createConnectionError(base, error)
  })
  if (!response.ok || !response.body)
    throw new StartError(
      `GET ${CLOCK} of ${base} failed with status ${response.status}: ${await response.text()}`,
    )
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const { value = '' } = await reader.read()
  await reader.cancel()
  return new Date(JSON.parse(value.slice('data: '.length)).time)
}
