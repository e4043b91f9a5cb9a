import { validateHeaderValue } from 'node:http'
import type { Readable } from 'node:stream'
import type { AnyCallInput, Operation } from './operation.ts'

/** Marks a call that an area makes for itself. The key alone does not show that, because operators may use it too. */
export const PEER_HEADER = 'x-comptoir-peer'

/** A call on the wire, relative to the base address of its area. */
export type Request = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
  /** Time limit in milliseconds for the response, or for the beginning of a streamed one. */
  timeoutMs: number
}

/** A response that is forwarded as a stream. */
export type StreamedResponse = { status: number; body: Readable }

/** A complete response. */
export type Answer = { status: number; text: string; retryAfter?: number | undefined }

/** A transport of calls to an area. `send` rejects if the response is incomplete, `open` if it does not begin. */
export type Transport = {
  send(request: Request): Promise<Answer>
  open(request: Request): Promise<StreamedResponse>
}

const TIMEOUT_MS = 5_000

/**
 * Builds the request of a call. Throws if the input is invalid, which is no outage of the area and not worth a retry.
 */
export function buildRequest(
  { method, url, config }: Operation,
  { params = {}, query, body, headers, timeoutMs = config.timeoutMs ?? TIMEOUT_MS }: AnyCallInput,
): Request {
  const path = url.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
  const search = queryOf(query ?? {})
  for (const [name, value] of Object.entries(headers ?? {})) validateHeaderValue(name, value)
  return {
    method,
    path: search === '' ? path : `${path}?${search}`,
    headers: body === undefined ? { ...headers } : { ...headers, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    timeoutMs,
  }
}

function queryOf(query: object): string {
  if (query instanceof URLSearchParams) return query.toString()
  const defined = Object.entries(query).filter(([, value]) => value !== undefined)
  return new URLSearchParams(defined.map(([name, value]) => [name, String(value)])).toString()
}
