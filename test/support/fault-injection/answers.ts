import type { AreaCall, Reply } from './purchase.ts'

/** Internals that an error response must not reveal: file names, addresses, system errors, SQL and HTML of proxies. */
const INTERNALS = /<html|\.ts\b|127\.0\.0\.1|localhost|ECONN|ENOENT|\bselect\b|\binsert\b|node_modules|stack/i

/** Returns the defect of a response; undefined for a well-formed 503 and for every status below 500. */
export function findDefect({ status, body }: Reply): string | undefined {
  if (status < 500) return undefined
  const { statusCode, message, error, code } = body
  if (status !== 503) return `${status} ${JSON.stringify(body)}`
  const isShaped =
    statusCode === status && [message, error, code].every(text => typeof text === 'string' && text !== '')
  if (!isShaped || INTERNALS.test(JSON.stringify(body))) return `not the one shape: ${JSON.stringify(body)}`
  return undefined
}

/**
 * Creates a client that calls areas at their own base URLs, counts their 5xx responses and collects the defects of
 * these. A call returns undefined if no JSON response arrives within `withinMs`.
 */
export function createRecordingClient(baseOf: (area: string) => string, withinMs = 30_000) {
  const wrong: string[] = []
  let refusals = 0
  const ask: AreaCall = async (area, method, path, { body, headers } = {}) => {
    let reply: Reply
    try {
      const response = await fetch(`${baseOf(area)}/${area}${path}`, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(withinMs),
      })
      reply = { status: response.status, body: (await response.json()) as Reply['body'] }
    } catch {
      return undefined
    }
    if (reply.status >= 500) refusals++
    const fault = findDefect(reply)
    if (fault) wrong.push(`${method} /${area}${path}: ${fault}`)
    return reply
  }
  return { ask, wrong, refusals: () => refusals }
}
