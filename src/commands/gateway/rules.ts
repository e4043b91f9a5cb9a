import type { RouteEntry } from '../../platform/http/server.ts'
import { Problem } from '../../platform/problem.ts'
import { type Group, listAreaPaths, patternOf, selectPatterns } from './routing.ts'

/** Puts a text in HAProxy's strong quotes. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const JSON_TYPE = 'content-type "application/json; charset=utf-8"'

/** Returns an error response as the arguments of HAProxy's `http-error` and `http-request return`. */
export const renderError = (problem: Problem, status = problem.statusCode) =>
  [
    `status ${status} ${JSON_TYPE} string ${quoted(JSON.stringify(problem.body))}`,
    ...(problem.retryAfterSeconds ? [`hdr Retry-After ${problem.retryAfterSeconds}`] : []),
  ].join(' ')

export const renderAnswer = (body: object) => `status 200 ${JSON_TYPE} string ${quoted(JSON.stringify(body))}`

const tooLarge = new Problem(413, 'corps-trop-grand', 'The body is too large')
export const unavailable = new Problem(503, 'service-indisponible', 'No process can be reached')
const unreadable = new Problem(400, 'requete-illisible', 'The request is not valid HTTP')
const broken = new Problem(500, 'erreur-interne', 'Unexpected server error')
const late = new Problem(408, 'delai-depasse', 'The request took too long to arrive')

const tooMany = new Problem(429, 'trop-de-requetes', 'Too many requests from this address', {
  retryAfterSeconds: 10,
})

/** The error responses that replace the proxy's own, as arguments of `http-error`. */
export const errorResponses: readonly string[] = [
  renderError(unreadable),
  renderError(late),
  renderError(broken),
  ...[502, 503, 504].map(status => renderError(unavailable, status)),
]

/** The limits of one source: its open connections, and its new connections in ten seconds. */
const CONNECTIONS = 200
const NEW_CONNECTIONS = 1_000
/**
 * The limits of requests of one source in ten seconds, without and with an API key. The first is twice the default of
 * one process, COMPTOIR_LIMIT_CALLS, which is per minute.
 */
const KEYLESS_REQUESTS = 2_000
const REQUESTS = 20_000
/**
 * The limits of concurrent requests of one source: above `BUSY`, they share connections with those of other busy
 * sources; above `REQUESTS_AT_ONCE`, they are refused.
 */
const BUSY = 8
const REQUESTS_AT_ONCE = 100

/** A source is an IPv4 address or an IPv6 network of 64 bits, as in `networkOf`. */
const SOURCE = 'src,ipmask(32,64)'

export const sourceTables = [
  '# Connections and requests per source address: these backends only hold stick tables.',
  'backend connections',
  '  stick-table type ipv6 size 100k expire 1m store conn_cur,conn_rate(10s)',
  'backend requests',
  '  stick-table type ipv6 size 100k expire 1m store conn_cur,http_req_rate(10s)',
  '',
]

const sources = (name: string, ranges: readonly string[]) =>
  ranges.length > 0 ? acl(name, 'src', ranges) : [`  acl ${name} always_false`]

/**
 * Limits the connections of one source before anything is read from them, except those of trusted proxies, which carry
 * requests of many callers.
 */
export const renderConnectionLimits = (unlimited: readonly string[], trustedProxies: readonly string[]) => [
  ...sources('unlimited', unlimited),
  ...sources('trusted-proxy', trustedProxies),
  `  tcp-request connection track-sc0 ${SOURCE} table connections unless unlimited || trusted-proxy`,
  `  tcp-request connection reject if { sc0_conn_cur gt ${CONNECTIONS} }`,
  `  tcp-request connection reject if { sc0_conn_rate gt ${NEW_CONNECTIONS} }`,
]

/** The number of trusted proxies that a request may pass before the gateway, such as a CDN and a load balancer. */
const MAX_HOPS = 5

/**
 * Replaces the source of a request from a trusted proxy by the last address in `X-Forwarded-For` that is not a trusted
 * proxy, and keeps the proxy's `X-Forwarded-Proto`. For all other requests, both are what the gateway itself sees, so
 * that a caller cannot forge them. `src` changes with each hop, and an invalid hop ends the search.
 */
export function renderForwarding(trustedProxies: readonly string[], protocol: 'http' | 'https'): string[] {
  const hops = Array.from({ length: MAX_HOPS }, (_, i) => ({
    address: `req.hdr_ip(X-Forwarded-For,-${i + 1})`,
    name: `hop${i + 1}`,
  }))
  const lastProtocol = 'req.hdr(X-Forwarded-Proto,-1)'
  const named = [
    `  http-request set-var(txn.proto) ${lastProtocol} if trusted-proxy { ${lastProtocol} -m str http https }`,
    ...hops.flatMap(({ address, name }, i) => [
      `  acl ${name} ${address} -m found`,
      `  http-request set-src ${address} if trusted-proxy ${hops
        .slice(0, i + 1)
        .map(({ name }) => name)
        .join(' ')}`,
    ]),
  ]
  return [
    '  # A process warns about an address that forwards others and is not in --trusted-proxies.',
    '  http-request del-header X-Unnamed-Proxy',
    '  http-request set-header X-Unnamed-Proxy %[src] if { req.hdr(X-Forwarded-For) -m found } !trusted-proxy',
    '  # Address and protocol of the client; a trusted proxy names them, and any other request header is replaced.',
    `  http-request set-var(txn.proto) str(${protocol})`,
    ...(trustedProxies.length > 0 ? named : []),
    '  http-request set-header X-Forwarded-For %[src]',
    '  http-request set-header X-Forwarded-Proto %[var(txn.proto)]',
    '  http-request del-header X-Forwarded-Host',
  ]
}

/** Limits the requests of one source, and selects the connections to the processes for each request. */
export function renderRequestLimits(places: readonly RouteEntry[]): string[] {
  const streams = selectPatterns(places, ({ stream }) => stream)
  const refuse = (condition: string) => `  http-request return ${renderError(tooMany)} if ${condition}`
  return [
    `  http-request track-sc1 ${SOURCE} table requests unless unlimited`,
    refuse(`{ sc1_http_req_rate gt ${KEYLESS_REQUESTS} } !{ req.hdr(X-API-Key) -m found }`),
    refuse(`{ sc1_http_req_rate gt ${REQUESTS} }`),
    refuse(`{ sc1_conn_cur gt ${REQUESTS_AT_ONCE} }`),
    ...acl('stream', 'var(txn.path) -m reg', streams),
    '  http-request set-var(txn.pool) str()',
    `  http-request set-var(txn.pool) str(-busy) if { sc1_conn_cur gt ${BUSY} }`,
    '  http-request set-var(txn.pool) str(-streams) if stream',
  ]
}

/** The default body limit. */
const USUAL_BODY = 1024 * 1024

/** HAProxy accepts 64 words a line; one pattern a line is also easier to compare. */
const acl = (name: string, what: string, patterns: readonly string[]) =>
  patterns.map(pattern => `  acl ${name} ${what} ${pattern}`)

/**
 * Refuses a body whose announced length exceeds 1 MiB or, if that is more, the limit of its route; such routes accept
 * forms of any length. The processes themselves limit all other bodies.
 */
export function renderBodyLimits(places: readonly RouteEntry[]): string[] {
  const limits = [...new Set(places.map(({ bodyLimit }) => bodyLimit ?? 0))]
    .filter(limit => limit > USUAL_BODY)
    .sort((a, b) => a - b)
  const over = (limit: number) => `{ req.hdr(content-length) -m int gt ${limit} }`
  const refuse = (condition: string) => `  http-request return ${renderError(tooLarge)} if ${condition}`
  const largest = limits.at(-1)
  return [
    ...limits.flatMap(limit =>
      acl(
        `takes-${limit}`,
        'var(txn.path) -m reg',
        selectPatterns(places, ({ bodyLimit }) => bodyLimit === limit),
      ),
    ),
    refuse(`${over(USUAL_BODY)} ${limits.map(limit => `!takes-${limit}`).join(' ')}`),
    // Processes stream the files of forms, so no limit of the body applies to them.
    ...limits.map(limit =>
      refuse(`${over(limit)} takes-${limit} !{ req.hdr(content-type) -m beg multipart/form-data }`),
    ),
    ...(largest ? [`  http-request set-var(txn.wait) str(import) if takes-${largest}`] : []),
  ]
}

/** Routes requests by area prefix, then by path on the bare host: static paths before patterns, as in the router. */
export function renderRouting(groups: readonly Group[], places: readonly RouteEntry[]): string[] {
  const groupOf = (area: string) => groups.find(({ areas }) => areas.includes(area))?.name
  const { words, patterns } = listAreaPaths(places)
  // The suffix, set by `renderRequestLimits`, selects the connections.
  const to = (name: string | undefined) => `  use_backend ${name}%[var(txn.pool)]`
  const only = (methods: string[] | undefined) => (methods ? ` { method ${methods.join(' ')} }` : '')
  if (groups.length === 1) return [to(groups[0]?.name)]
  return [
    '  # Requests with the path prefix of an area.',
    ...groups.flatMap(({ name, areas }) =>
      areas.map(area => `${to(name)} if { path /${area} } || { path_beg /${area}/ }`),
    ),
    '  # Requests without a path prefix.',
    ...groups.flatMap(({ name, areas }) =>
      acl(
        `is-${name}`,
        'var(txn.path) -m str',
        words.filter(({ area, methods }) => !methods && areas.includes(area)).map(({ path }) => path),
      ),
    ),
    ...groups.map(({ name }) => `${to(name)} if is-${name}`),
    ...words
      .filter(({ methods }) => methods)
      .map(
        ({ path, area, methods }) =>
          `${to(groupOf(area))} if { var(txn.path) -m str ${path} }${only(methods)}`,
      ),
    ...patterns.map(
      ({ path, area, methods }) =>
        `${to(groupOf(area))} if { var(txn.path) -m reg ${patternOf(path)} }${only(methods)}`,
    ),
    '  # Any process answers requests that belong to no area.',
    to(groups[0]?.name),
  ]
}
