import type { RouteEntry } from '../../platform/http/server.ts'
import { isRange } from '../../platform/network.ts'
import { StartError } from '../../platform/problem.ts'
import { splitList } from '../../platform/settings.ts'
import { openForInspection } from '../openapi.ts'
import { type Group, parseGroups, type Server } from './routing.ts'
import {
  errorResponses,
  renderAnswer,
  renderBodyLimits,
  renderConnectionLimits,
  renderError,
  renderForwarding,
  renderRequestLimits,
  renderRouting,
  sourceTables,
  unavailable,
} from './rules.ts'

/** Each group has separate connections for streams and for sources with many concurrent requests. */
const pools = ['', '-streams', '-busy'] as const

const backend = ({ name, areas, servers }: Group, pool: (typeof pools)[number]): string[] => [
  `# ${areas.join(', ')}`,
  `backend ${name}${pool}`,
  '  balance leastconn',
  pool === '-streams'
    ? '  timeout server 1h'
    : '  http-request set-timeout server 15m if { var(txn.wait) -m str import }',
  '  option httpchk',
  '  http-check send meth GET uri /ready ver HTTP/1.1 hdr Host localhost',
  '  http-check expect status 200',
  // A process is removed within 0.6 s after /ready responds 503, and continues to serve for 1.5 s (COMPTOIR_DRAIN_MS).
  `  default-server check inter 500ms fastinter 100ms fall 2 rise 1 maxconn ${pool === '-busy' ? 200 : 1000}`,
  ...servers.map(line),
  '',
]

const line = ({ address, copies }: Server, i: number) =>
  copies
    ? `  server-template copy${i + 1}- 1-${copies} ${address} resolvers names init-addr none`
    : `  server copy${i + 1} ${address}`

type Options = {
  /** The processes, as in `--to`. */
  to: string[]
  listen: string
  /** A file with certificate and key, for https. */
  certificate?: string | undefined
  /** Addresses and ranges that are exempt from the limits of a source. */
  unlimited?: string[] | undefined
  /** Addresses and ranges of proxies in front, whose `X-Forwarded-For` and `X-Forwarded-Proto` count. */
  trustedProxies?: string[] | undefined
}

/** Parses the addresses and ranges of an option, separated by spaces or commas. */
function parseRanges(option: string, texts: readonly string[] = []): string[] {
  const ranges = texts.flatMap(splitList)
  const odd = ranges.find(range => !isRange(range))
  if (odd !== undefined)
    throw new StartError(`${option}: ${odd} is not an address or a range such as 10.0.0.0/8`)
  return ranges
}

/** Returns the configuration of HAProxy 2.6 or later for these processes. Throws a StartError for an invalid option. */
export function renderGateway(
  places: readonly RouteEntry[],
  { to, listen, certificate, ...options }: Options,
): string {
  const unlimited = parseRanges('--unlimited', options.unlimited)
  const trustedProxies = parseRanges('--trusted-proxies', options.trustedProxies)
  const groups = parseGroups(to)
  const byName = groups.some(({ servers }) => servers.some(({ copies }) => copies))
  return [
    '# Written by `comptoir gateway`, from the routes of the areas.',
    'global',
    '  log stdout format raw local0',
    '  # Limits connections: a container may allow a billion descriptors, and HAProxy allocates memory for each.',
    '  fd-hard-limit 20000',
    '  hard-stop-after 30s',
    '',
    'defaults',
    '  mode http',
    '  log global',
    '  option httplog',
    '  option dontlognull',
    '  timeout connect 1s',
    '  # Disconnects a client that reads nothing of its response for this long.',
    '  timeout client 15s',
    '  timeout server 60s',
    '  timeout queue 5s',
    '  timeout check 2s',
    '  timeout http-request 30s',
    '  timeout http-keep-alive 60s',
    '  # A call goes to another copy if one refuses the connection or closes it without a response.',
    '  retries 3',
    '  option redispatch 1',
    '  retry-on conn-failure empty-response',
    ...errorResponses.map(arguments_ => `  http-error ${arguments_}`),
    '',
    ...(byName ? ['resolvers names', '  parse-resolv-conf', '  hold valid 1s', ''] : []),
    ...sourceTables,
    'frontend shop',
    `  bind ${listen}${certificate ? ` ssl crt ${certificate} alpn h2,http/1.1` : ''}`,
    '  option http-no-delay',
    ...renderConnectionLimits(unlimited, trustedProxies),
    '  compression algo gzip',
    '  compression type application/json application/yaml text/html text/css text/plain text/csv text/javascript image/svg+xml',
    '  # The proxy uses one status for all failures to reach a process.',
    '  http-after-response set-status 503 if { status 502 504 }',
    '  # Only idempotent calls are retried.',
    '  http-request disable-l7-retry unless { method GET HEAD }',
    ...renderForwarding(trustedProxies, certificate ? 'https' : 'http'),
    '  http-request set-var(txn.path) path,regsub(/$,)',
    '  # The platform is healthy if every area has a process that responds.',
    '  acl health var(txn.path) -m str /health /ready',
    ...groups.map(({ name }) => `  acl lacks-some nbsrv(${name}) lt 1`),
    `  http-request return ${renderError(unavailable)} if health lacks-some`,
    `  http-request return ${renderAnswer({ status: 'ok' })} if health`,
    ...renderRequestLimits(places),
    ...renderBodyLimits(places),
    '  # Bodies that fit a buffer (16 kB) are received completely before they are forwarded to a process.',
    '  http-request wait-for-body time 30s',
    ...renderRouting(groups, places),
    '',
    ...groups.flatMap(group => pools.flatMap(pool => backend(group, pool))),
  ].join('\n')
}

/** Returns the routes of all areas and of the platform. */
export async function listRoutes(): Promise<RouteEntry[]> {
  const app = await openForInspection()
  await app.close()
  return app.server.places
}

export async function writeGateway(options: Options) {
  process.stdout.write(renderGateway(await listRoutes(), options))
}
