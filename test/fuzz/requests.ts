import type { Call } from './calls.ts'
import type { Request } from './client.ts'
import type { Stories } from './stories.ts'
import { encodeBody } from './wires.ts'

/** The body for a route without one, if a wire mutation needs a body. */
const UNASKED = { type: 'application/json', text: '{"a":1}' }

/** Builds the request of a call, with the values of its story. */
export function buildRequest(call: Call, stories: Stories, key: string | undefined): Request {
  const { caller, story, method, wire, operation } = call
  const fill = (text: string) => stories.fill(text, story, operation.path)
  const given = call.body ?? (wire === 'plain' ? undefined : UNASKED)
  const text = given && stories.fillJson(given.text, story, operation.path)
  const body = given && encodeBody(wire, { ...given, text: text ?? '' })

  const headers = call.headers.map(([name, value]): [string, string] => [name, asHeader(fill(value))])
  const has = (name: string) => headers.some(([own]) => own.toLowerCase() === name)
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined && !has(name.toLowerCase())) headers.push([name, value])
  }
  add('Content-Type', body?.type)
  add('Content-Encoding', body?.encoding)
  // Calls rotate through 251 client addresses, so that no limit per address ends the run.
  add('X-Forwarded-For', stories.fill('10.~byte~.~byte~.~byte~', story, ''))
  if (caller === 'customer') add('Authorization', `Bearer ${stories.tokenOf(story)}`)
  if (caller === 'key') add('X-API-Key', key)
  return {
    method,
    path: stories.fillUrl(call.path, story, operation.path),
    headers,
    body: body?.bytes,
    missing: body?.missing ?? 0,
  }
}

/** Reads the UTF-8 bytes as Latin-1, the encoding of header values, without characters that a header cannot contain. */
const asHeader = (value: string) =>
  Buffer.from(value)
    .toString('latin1')
    .replaceAll(/[\r\n\0]/g, '')

const quoted = (text: string) =>
  /^[ -~]*$/.test(text) && !text.includes("'")
    ? `'${text}'`
    : `$'${[...Buffer.from(text, 'latin1')].map(byte => (byte === 39 || byte === 92 ? `\\${String.fromCharCode(byte)}` : byte >= 32 && byte < 127 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`)).join('')}'`

/** Renders the request as a shell command; `store` writes a long or binary body to a file and returns its path. */
export function formatCurl(
  url: string,
  { method, path, headers, body, missing }: Request,
  store: (body: Buffer) => string,
) {
  const data =
    body && (body.length < 4_000 && !body.includes(0) ? quoted(body.toString('latin1')) : `@${store(body)}`)
  return [
    `curl -i --path-as-is -X ${method} ${quoted(url + path)}`,
    ...headers.map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(missing > 0 ? [`-H 'Content-Length: ${(body?.length ?? 0) + missing}'`] : []),
    ...(data === undefined ? [] : [`--data-binary ${data}`]),
  ].join(' ')
}
