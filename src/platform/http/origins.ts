import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PlatformSettings } from '../own-settings.ts'
import { Problem } from '../problem.ts'
import { withoutFinalSlashes } from '../text.ts'

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
export function createLoopbackCheck(publicUrl: string | undefined, origins: readonly string[]) {
  const own = hostOf(publicUrl ?? '')
  const isHere = (host: string) => isLoopback(host) || (host !== '' && host === own)

  // Nearly every request names the same host, and to parse a URL takes a microsecond.
  let known = 'localhost'
  function isHereAsHost(host: string) {
    if (host === known) return true
    const isKnown = isHere(hostOf(`http://${host}`))
    if (isKnown) known = host
    return isKnown
  }

  function isRefused({ method, headers }: FastifyRequest) {
    const { host, origin, 'sec-fetch-site': site } = headers
    // A browser always names the host; HTTP 1.0 need not.
    if (host !== undefined && !isHereAsHost(host)) return true
    if (method === 'GET' || method === 'HEAD') return false
    if (origin !== undefined && origins.includes(origin)) return false
    // A form of a page that hides its address comes from `null`.
    const elsewhere = origin !== undefined && origin !== 'null' && !isHere(hostOf(origin))
    return elsewhere || site === 'cross-site'
  }

  return (request: FastifyRequest) => {
    if (isRefused(request)) throw refusal()
  }
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : '')

/**
 * Whether a request that changes something was made by a page of ours, or by no page at all. Browsers name the origin of
 * every such request: it is that of `COMPTOIR_PUBLIC_URL` where that is set, else the address that the request was sent to.
 * Reads pass: a page of another site may not read their answers.
 */
export function isSameOrigin(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const { method, headers, protocol, host } = request
  if (method === 'GET' || method === 'HEAD') return true
  const { origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  // A program sends neither header.
  if (origin === undefined) return site === undefined
  return origin === (publicUrl === undefined ? `${protocol}://${host}` : originOf(publicUrl))
}

/** As long as browsers remember it: Chromium two hours, Firefox a day. */
const PREFLIGHT_S = 86_400

/** Web origins as browsers write them; of an address, its origin counts. */
export const originsOf = (addresses: readonly string[]) => addresses.map(address => new URL(address).origin)

/**
 * Lets pages of these origins call every route and read its answer, without cookies. A browser that asks first is answered
 * ahead of everything that wants to know who calls: it asks without key and token.
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

type Ways = { publicUrl?: string | undefined; trustedProxies: readonly string[] }

/** Tells browsers that came by https to come by nothing else, for a year. Without a proxy that says so nobody comes by it. */
export function requireHttps({ publicUrl, trustedProxies }: Ways) {
  const isPublic = publicUrl?.startsWith('https:') ?? false
  const isBehindProxy = trustedProxies.length > 0
  return (request: FastifyRequest, reply: FastifyReply) => {
    if (isPublic || (isBehindProxy && request.protocol === 'https'))
      reply.header('strict-transport-security', `max-age=${YEAR_S}`)
  }
}

type Where = Pick<PlatformSettings, 'publicUrl' | 'host' | 'port'>

/** The base of links to the server: the setting, else the listening address, never what a caller names. */
export function publicBase({ publicUrl, host, port }: Where, server: FastifyInstance): string {
  if (publicUrl) return withoutFinalSlashes(publicUrl)
  const address = server.server.address()
  const listening = address !== null && typeof address === 'object' ? address.port : port
  return `http://${host.includes(':') ? `[${host}]` : host}:${listening}`
}
