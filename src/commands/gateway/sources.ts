import type { Place } from '../../platform/http/places.ts'
import { refusal, tooMany } from './answers.ts'
import { patternsWhere } from './paths.ts'
import { acl } from './rules.ts'

/** Open connections of one source, and new ones in ten seconds. */
const CONNECTIONS = 200
const NEW_CONNECTIONS = 1_000
/** Requests in ten seconds: without a key, twice what a process takes from one address (COMPTOIR_LIMIT_CALLS); with one. */
const KEYLESS_REQUESTS = 2_000
const REQUESTS = 20_000
/** Requests at once: beyond the first number they share connections with other busy sources. */
const BUSY = 8
const REQUESTS_AT_ONCE = 100

/** A source is an IPv4 address or an IPv6 network of 64 bits, as in `networkOf`. */
const SOURCE = 'src,ipmask(32,64)'

export const sourceTables = [
  '# The connections of each source, and its requests: the tables hold no backend.',
  'backend connections',
  '  stick-table type ipv6 size 100k expire 1m store conn_cur,conn_rate(10s)',
  'backend requests',
  '  stick-table type ipv6 size 100k expire 1m store conn_cur,http_req_rate(10s)',
  '',
]

/** Bounds the connections of one source before anything is read from them. */
export const connectionLimits = (unlimited: readonly string[]) => [
  ...(unlimited.length > 0 ? acl('unlimited', 'src', unlimited) : ['  acl unlimited always_false']),
  `  tcp-request connection track-sc0 ${SOURCE} table connections unless unlimited`,
  `  tcp-request connection reject if { sc0_conn_cur gt ${CONNECTIONS} }`,
  `  tcp-request connection reject if { sc0_conn_rate gt ${NEW_CONNECTIONS} }`,
]

/** Bounds the requests of one source, and chooses the connections to the processes that a request uses. */
export function requestLimits(places: readonly Place[]): string[] {
  const streams = patternsWhere(places, ({ stream }) => stream)
  const refuse = (condition: string) => `  http-request return ${refusal(tooMany)} if ${condition}`
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
