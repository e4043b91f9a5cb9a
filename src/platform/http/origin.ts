import type { FastifyRequest } from 'fastify'

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : '')

/**
 * Whether a request that changes something was made by a page of ours, or by no page at all. Browsers name the origin of
 * every such request: it is that of `COMPTOIR_PUBLIC_URL` where that is set, else the address that the request was sent to.
 * Reads pass: a page of another site may not read their answers.
 */
export function isFromHere(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const { method, headers, protocol, host } = request
  if (method === 'GET' || method === 'HEAD') return true
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  // A program sends neither header.
  if (origin === undefined) return site === undefined
  return origin === (publicUrl === undefined ? `${protocol}://${host}` : originOf(publicUrl))
}
