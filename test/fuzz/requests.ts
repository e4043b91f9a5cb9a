import type { Call } from './calls.ts'
import type { Request } from './client.ts'
import type { Stories } from './stories.ts'
import { wired } from './wires.ts'

/** What a route without a body is sent when a game asks for one. */
const UNASKED = { type: 'application/json', text: '{"a":1}' }

/** The call with what it takes from its story, as it goes over the wire. */
export function requestOf(call: Call, stories: Stories, key: string | undefined): Request {
  const { caller, story, method, wire, operation } = call
  const fill = (text: string) => stories.fill(text, story, operation.path)
  const given = call.body ?? (wire === 'plain' ? undefined : UNASKED)
  const text = given && stories.fillJson(given.text, story, operation.path)
  const body = given && wired(wire, { ...given, text: text ?? '' })

  const headers = call.headers.map(([name, value]): [string, string] => [name, asHeader(fill(value))])
  const has = (name: string) => headers.some(([own]) => own.toLowerCase() === name)
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined && !has(name.toLowerCase())) headers.push([name, value])
  }
  add('Content-Type', body?.type)
  add('Content-Encoding', body?.encoding)
  // Each call comes from an address of its own, so that no limit of one address ends the run.
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

/** UTF-8 as the bytes of Latin-1, which is all that a header carries. */
const asHeader = (value: string) =>
  Buffer.from(value)
    .toString('latin1')
    .replaceAll(/[\r\n\0]/g, '')

const quoted = (text: string) =>
  /^[ -~]*$/.test(text) && !text.includes("'")
    ? `'${text}'`
    : `$'${[...Buffer.from(text, 'latin1')].map(byte => (byte === 39 || byte === 92 ? `\\${String.fromCharCode(byte)}` : byte >= 32 && byte < 127 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`)).join('')}'`

/** The request as a line for a shell; `keep` puts a body that is too long for it into a file. */
export function curlOf(
  url: string,
  { method, path, headers, body, missing }: Request,
  keep: (body: Buffer) => string,
) {
  const data =
    body && (body.length < 4_000 && !body.includes(0) ? quoted(body.toString('latin1')) : `@${keep(body)}`)
  return [
    `curl -i --path-as-is -X ${method} ${quoted(url + path)}`,
    ...headers.map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(missing > 0 ? [`-H 'Content-Length: ${(body?.length ?? 0) + missing}'`] : []),
    ...(data === undefined ? [] : [`--data-binary ${data}`]),
  ].join(' ')
}
