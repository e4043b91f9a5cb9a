import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'

/** Whether a name or address of a host is the machine's own. */
export const isLoopback = (host: string) => /^(localhost|.+\.localhost|\[?::1\]?|127(\.\d+){3})$/i.test(host)

/** The host of an address; empty for none. */
export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : '')

const refusal = () =>
  new Problem(
    403,
    'origine-refusee',
    'Without API keys this server answers its own machine alone, as localhost or 127.0.0.1',
  )

/**
 * Without API keys every caller may do everything, so only this machine may call. A web page of another site, opened on it,
 * must reach the server neither under a name of its own (DNS rebinding) nor by a form or script that writes, unless its
 * origin is one of those that are let in.
 */
export function answerLoopbackAlone(
  app: FastifyInstance,
  publicUrl: string | undefined,
  origins: readonly string[],
) {
  const own = hostOf(publicUrl ?? '')
  const isHere = (host: string) => isLoopback(host) || (host !== '' && host === own)

  function isRefused({ method, headers }: FastifyRequest) {
    const { host, origin, 'sec-fetch-site': site } = headers
    // A browser always names the host; HTTP 1.0 need not.
    if (host !== undefined && !isHere(hostOf(`http://${host}`))) return true
    if (method === 'GET' || method === 'HEAD') return false
    if (origin !== undefined && origins.includes(origin)) return false
    // A form of a page that hides its address comes from `null`.
    const elsewhere = origin !== undefined && origin !== 'null' && !isHere(hostOf(origin))
    return elsewhere || site === 'cross-site'
  }

  app.addHook('onRequest', (request, _reply, done) => done(isRefused(request) ? refusal() : undefined))
}
