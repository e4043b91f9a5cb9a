import type { Ask, Reply } from './purchase.ts'

/** What no caller may read: where things run, how they are asked for, and whatever another program wrote. */
const INTERNALS = /<html|\.ts\b|127\.0\.0\.1|localhost|ECONN|ENOENT|\bselect\b|\binsert\b|node_modules|stack/i

/** What is wrong with an answer that says that the platform cannot; nothing when it is in the one shape. */
export function faultOf({ status, body }: Reply): string | undefined {
  if (status < 500) return undefined
  const { statusCode, message, error, code } = body
  if (status !== 503) return `${status} ${JSON.stringify(body)}`
  const isShaped =
    statusCode === status && [message, error, code].every(text => typeof text === 'string' && text !== '')
  if (!isShaped || INTERNALS.test(JSON.stringify(body))) return `not the one shape: ${JSON.stringify(body)}`
  return undefined
}

/** Calls areas wherever they are, over HTTP, and keeps what is wrong with their refusals. */
export function listening(baseOf: (area: string) => string, withinMs = 30_000) {
  const wrong: string[] = []
  let refusals = 0
  const ask: Ask = async (area, method, path, { body, headers } = {}) => {
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
    const fault = faultOf(reply)
    if (fault) wrong.push(`${method} /${area}${path}: ${fault}`)
    return reply
  }
  return { ask, wrong, refusals: () => refusals }
}
