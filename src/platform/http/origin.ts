import type { FastifyRequest } from 'fastify'

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : '')

/**
 * Whether a request that changes something was made by a page of ours, or by no page at all. Browsers name the origin of
 * every such request. Reads pass: a page of another site may not read their answers.
 */
export function isFromHere(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const { method, headers, protocol, host } = request
  if (method === 'GET' || method === 'HEAD') return true
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  if (origin === undefined) return true
  return origin === `${protocol}://${host}` || (publicUrl !== undefined && origin === originOf(publicUrl))
}
