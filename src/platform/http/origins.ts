import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PlatformSettings } from '../own-settings.ts'
import { Problem } from '../problem.ts'
import { withoutFinalSlashes } from '../text.ts'

/** Whether a host name or address refers to this machine. */
export const isLoopback = (host: string) => /^(localhost|.+\.localhost|\[?::1\]?|127(\.\d+){3})$/i.test(host)

/** Returns the host of an address; empty if it is invalid. */
export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : '')

const refusal = () =>
  new Problem(
    403,
    'origine-refusee',
    'Without API keys, this server answers only its own machine, as localhost or 127.0.0.1',
  )

/**
 * Without API keys every caller has all rights, so only this machine may call. Nor may a page of another site in its
 * browser reach the server, whether under a foreign host name (DNS rebinding) or by a form or script that writes,
 * unless its origin is in `origins`. Returns a check that throws a 403.
 */
export function createLoopbackCheck(publicUrl: string | undefined, origins: readonly string[]) {
  const own = hostOf(publicUrl ?? '')
  const isOwnHost = (host: string) => isLoopback(host) || (host !== '' && host === own)

  // Nearly every request has the same host, and parsing a URL takes a microsecond.
  let known = 'localhost'
  function isOwnHostHeader(host: string) {
    if (host === known) return true
    const isKnown = isOwnHost(hostOf(`http://${host}`))
    if (isKnown) known = host
    return isKnown
  }

  function isRefused({ method, headers }: FastifyRequest) {
    const { host, origin, 'sec-fetch-site': site } = headers
    // A browser always sends the host. HTTP 1.0 clients may omit it.
    if (host !== undefined && !isOwnHostHeader(host)) return true
    if (method === 'GET' || method === 'HEAD') return false
    if (origin !== undefined && origins.includes(origin)) return false
    // A form of a page without a referrer has the origin `null`.
    const isForeign = origin !== undefined && origin !== 'null' && !isOwnHost(hostOf(origin))
    return isForeign || site === 'cross-site'
  }

  return (request: FastifyRequest) => {
    if (isRefused(request)) throw refusal()
  }
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : '')

/**
 * Whether a write request comes from a page of this server or from no page. Browsers send the origin with every write: it
 * must be that of `COMPTOIR_PUBLIC_URL` or, if unset, the address that the request was sent to. Reads are allowed, because
 * a page of another site cannot read their responses.
 */
export function isSameOrigin(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const { method, headers, protocol, host } = request
  if (method === 'GET' || method === 'HEAD') return true
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  // Programs send neither header. A form of a page without a referrer has the origin `null`.
  if (origin === undefined) return site === undefined
  if (origin === 'null') return site === 'same-origin'
  return origin === (publicUrl === undefined ? `${protocol}://${host}` : originOf(publicUrl))
}

/** Browsers cache a preflight response for at most two hours (Chromium) or a day (Firefox). */
const PREFLIGHT_S = 86_400

/** Returns the web origins of these addresses in the form that browsers send. */
export const originsOf = (addresses: readonly string[]) => addresses.map(address => new URL(address).origin)

/**
 * Allows pages of these origins to call every route and read the response, without cookies. Preflight requests are handled
 * before authentication, because they have neither key nor token.
 */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]) {
  if (origins.length === 0) return
  app.addHook('onRoute', route => {
    if (route.method === 'OPTIONS') route.config = { access: 'open', bare: false, ...route.config }
  })
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'X-API-Key',
      'Idempotency-Key',
      'If-None-Match',
      'Content-Type',
      'traceparent',
    ],
    exposedHeaders: ['Retry-After', 'X-Request-Id', 'ETag'],
    maxAge: PREFLIGHT_S,
    strictPreflight: false,
  })
}

const YEAR_S = 31_536_000

type HttpsSettings = { publicUrl?: string | undefined; trustedProxies: readonly string[] }

/**
 * Returns a hook that sends Strict-Transport-Security for a year: with every response if the public address begins with
 * https, otherwise only if a trusted proxy reports that the caller used https.
 */
export function createHstsHook({ publicUrl, trustedProxies }: HttpsSettings) {
  const isPublic = publicUrl?.startsWith('https:') ?? false
  const isBehindProxy = trustedProxies.length > 0
  return (request: FastifyRequest, reply: FastifyReply) => {
    if (isPublic || (isBehindProxy && request.protocol === 'https'))
      reply.header('strict-transport-security', `max-age=${YEAR_S}`)
  }
}

type AddressSettings = Pick<PlatformSettings, 'publicUrl' | 'host' | 'port'>

/**
 * Returns the base of links to the server: the setting, or else the listening address, but never a host that a caller
 * sent.
 */
export function publicBase({ publicUrl, host, port }: AddressSettings, server: FastifyInstance): string {
  if (publicUrl) return withoutFinalSlashes(publicUrl)
  const address = server.server.address()
  const listening = address !== null && typeof address === 'object' ? address.port : port
  return `http://${host.includes(':') ? `[${host}]` : host}:${listening}`
}
