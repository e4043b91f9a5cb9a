import type { Place } from '../../platform/http/places.ts'
import { answer, away, ownAnswers, refusal, tooLarge } from './answers.ts'
import type { Group, Server } from './groups.ts'
import { leadsOf, patternOf, patternsWhere } from './paths.ts'

export type Gateway = {
  groups: readonly Group[]
  places: readonly Place[]
  listen: string
  /** A file with certificate and key, for https. */
  certificate: string | undefined
}

/** Bytes of a body where no route says otherwise. */
const USUAL_BODY = 1024 * 1024

/** HAProxy reads 64 words a line; a pattern a line is also what a person compares. */
const acl = (name: string, what: string, patterns: readonly string[]) =>
  patterns.map(pattern => `  acl ${name} ${what} ${pattern}`)

/** A body that announces more than its route takes is refused before it is sent; one without a length the process refuses. */
function bodyLimits(places: readonly Place[]): string[] {
  const limits = [...new Set(places.map(({ bodyLimit }) => bodyLimit ?? 0))]
    .filter(limit => limit > USUAL_BODY)
    .sort((a, b) => a - b)
  const over = (limit: number) => `{ req.hdr(content-length) -m int gt ${limit} }`
  const refuse = (condition: string) => `  http-request return ${refusal(tooLarge)} if ${condition}`
  const largest = limits.at(-1)
  return [
    ...limits.flatMap(limit =>
      acl(
        `takes-${limit}`,
        'var(txn.path) -m reg',
        patternsWhere(places, ({ bodyLimit }) => bodyLimit === limit),
      ),
    ),
    refuse(`${over(USUAL_BODY)} ${limits.map(limit => `!takes-${limit}`).join(' ')}`),
    // A form with a file is read while it comes, however long it is.
    ...limits.map(limit =>
      refuse(`${over(limit)} takes-${limit} !{ req.hdr(content-type) -m beg multipart/form-data }`),
    ),
    ...(largest ? [`  http-request set-var(txn.wait) str(import) if takes-${largest}`] : []),
  ]
}

/** Areas by their own address, then the bare host: words before patterns, as the router of the processes prefers them. */
function leading(groups: readonly Group[], places: readonly Place[]): string[] {
  const groupOf = (area: string) => groups.find(({ areas }) => areas.includes(area))?.name
  const { words, patterns } = leadsOf(places)
  const only = (methods: string[] | undefined) => (methods ? ` { method ${methods.join(' ')} }` : '')
  return [
    "  # An area's own address.",
    ...groups.flatMap(({ name, areas }) =>
      areas.map(area => `  use_backend ${name} if { path /${area} } || { path_beg /${area}/ }`),
    ),
    '  # The bare host.',
    ...groups.flatMap(({ name, areas }) =>
      acl(
        `is-${name}`,
        'var(txn.path) -m str',
        words.filter(({ area, methods }) => !methods && areas.includes(area)).map(({ path }) => path),
      ),
    ),
    ...groups.map(({ name }) => `  use_backend ${name} if is-${name}`),
    ...words
      .filter(({ methods }) => methods)
      .map(
        ({ path, area, methods }) =>
          `  use_backend ${groupOf(area)} if { var(txn.path) -m str ${path} }${only(methods)}`,
      ),
    ...patterns.map(
      ({ path, area, methods }) =>
        `  use_backend ${groupOf(area)} if { var(txn.path) -m reg ${patternOf(path)} }${only(methods)}`,
    ),
    '  # What belongs to no area, any process answers.',
  ]
}

const backend = ({ name, areas, servers }: Group): string[] => [
  `# ${areas.join(', ')}`,
  `backend ${name}`,
  '  balance leastconn',
  '  http-request set-timeout server 15m if { var(txn.wait) -m str import }',
  '  http-request set-timeout server 1h if { var(txn.wait) -m str stream }',
  '  option httpchk',
  '  http-check send meth GET uri /ready ver HTTP/1.1 hdr Host localhost',
  '  http-check expect status 200',
  // Out of the list 0.6 s after /ready says 503, while the process serves on for 1.5: see COMPTOIR_DRAIN_MS.
  '  default-server check inter 500ms fastinter 100ms fall 2 rise 1 maxconn 1000',
  ...servers.map(line),
  '',
]

const line = ({ address, copies }: Server, i: number) =>
  copies
    ? `  server-template copy${i + 1}- 1-${copies} ${address} resolvers names init-addr none`
    : `  server copy${i + 1} ${address}`

const RESOLVERS = ['resolvers names', '  parse-resolv-conf', '  hold valid 1s', '']

/** The configuration of HAProxy 2.6 and later. */
export function haproxy({ groups, places, listen, certificate }: Gateway): string {
  const [first] = groups
  const byName = groups.some(({ servers }) => servers.some(({ copies }) => copies))
  const streams = patternsWhere(places, ({ stream }) => stream)
  return [
    '# Written by `comptoir gateway`, from the routes of the areas.',
    'global',
    '  log stdout format raw local0',
    '  # As many connections as that allows: a container may allow a billion, and each takes memory.',
    '  fd-hard-limit 20000',
    '  hard-stop-after 30s',
    '',
    'defaults',
    '  mode http',
    '  log global',
    '  option httplog',
    '  option dontlognull',
    '  timeout connect 1s',
    '  timeout client 60s',
    '  timeout server 60s',
    '  timeout queue 5s',
    '  timeout check 2s',
    '  timeout http-request 30s',
    '  timeout http-keep-alive 60s',
    '  # A copy that does not take the connection, or closes it without an answer, is followed by another.',
    '  retries 3',
    '  option redispatch 1',
    '  retry-on conn-failure empty-response',
    ...ownAnswers.map(arguments_ => `  http-error ${arguments_}`),
    '',
    ...(byName ? RESOLVERS : []),
    'frontend shop',
    `  bind ${listen}${certificate ? ` ssl crt ${certificate} alpn h2,http/1.1` : ''}`,
    '  option http-no-delay',
    '  compression algo gzip',
    '  compression type application/json application/yaml text/html text/css text/plain text/csv text/javascript image/svg+xml',
    '  # The proxy itself refuses and tells by one status what it cannot reach.',
    '  http-after-response set-status 503 if { status 502 504 }',
    '  # Only what may be done twice is asked twice.',
    '  http-request disable-l7-retry unless { method GET HEAD }',
    '  # Where a call comes from is what the proxy sees, never what the caller says.',
    '  http-request set-header X-Forwarded-For %[src]',
    `  http-request set-header X-Forwarded-Proto ${certificate ? 'https' : 'http'}`,
    '  http-request set-var(txn.path) path,regsub(/$,)',
    '  # The whole is well when somebody answers for every area.',
    '  acl health var(txn.path) -m str /health /ready',
    ...groups.map(({ name }) => `  acl lacks-some nbsrv(${name}) lt 1`),
    `  http-request return ${refusal(away)} if health lacks-some`,
    `  http-request return ${answer({ status: 'ok' })} if health`,
    ...(streams.length > 0
      ? [
          ...acl('stream', 'var(txn.path) -m reg', streams),
          '  http-request set-var(txn.wait) str(stream) if stream',
        ]
      : []),
    ...bodyLimits(places),
    ...(groups.length > 1 ? leading(groups, places) : []),
    `  default_backend ${first?.name}`,
    '',
    ...groups.flatMap(backend),
  ].join('\n')
}
