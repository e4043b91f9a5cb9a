import { validateHeaderValue } from 'node:http'
import type { Readable } from 'node:stream'
import type { AnyGiven, Operation } from './operation.ts'

/** Says that an area asks on its own account: the platform's own key may also be in an operator's hand. */
export const PEER_HEADER = 'x-comptoir-peer'

/** A call as it goes over the wire, under the base address of its area. */
export type Request = {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
  /** Milliseconds until the answer, or the beginning of a streamed one. */
  timeoutMs: number
}

/** An answer that is handed on while it comes. */
export type Streamed = { status: number; body: Readable }

/** An answer that is taken whole. */
export type Answer = { status: number; text: string; retryAfter?: number | undefined }

/** How an area is reached. Both ways reject when there is no whole answer. */
export type Transport = {
  send(request: Request): Promise<Answer>
  open(request: Request): Promise<Streamed>
}

const TIMEOUT_MS = 5_000

/** Throws when the call cannot be made as it is: that is no area that is away, and trying again would not help. */
export function requestOf(
  { method, url, config }: Operation,
  { params = {}, query, body, headers, timeoutMs = config.timeoutMs ?? TIMEOUT_MS }: AnyGiven,
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
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
}
