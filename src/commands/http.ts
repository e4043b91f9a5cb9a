import { withoutFinalSlashes } from '../platform/text.ts'

/** A running server, called over HTTP. */
export type Server = {
  base: string
  call<Body = unknown>(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> | undefined },
  ): Promise<Answer<Body>>
}

type Answer<Body> = { status: number; body: Body; text: string; headers: Headers }

export type Remote = { url: string; key?: string | undefined }

export function serverAt({ url, key }: Remote): Server {
  const base = withoutFinalSlashes(url)
  return {
    base,
    async call<Body>(
      method: string,
      path: string,
      { body, headers = {} }: { body?: unknown; headers?: Record<string, string> | undefined } = {},
    ) {
      const isForm = body instanceof FormData || body instanceof URLSearchParams
      const response = await fetch(path.startsWith('http') ? path : `${base}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(key ? { 'x-api-key': key } : {}),
          ...(body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        body: body === undefined ? null : isForm ? body : JSON.stringify(body),
        signal: AbortSignal.timeout(120_000),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
      return {
        status: response.status,
        body: (isJson ? JSON.parse(text) : undefined) as Body,
        text,
        headers: response.headers,
      }
    },
  }
}

/** The time of the server's clock, from the first event of its stream. */
export async function timeOf(base: string): Promise<Date> {
  const response = await fetch(`${base}/api/clock/update-sse`)
  if (!response.body) throw new Error(`${base} gave no stream of its clock`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  const { value = '' } = await reader.read()
  await reader.cancel()
  return new Date(JSON.parse(value.slice('data: '.length)).time)
}
