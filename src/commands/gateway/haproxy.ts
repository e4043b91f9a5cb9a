import type { Place } from '../../platform/http/places.ts'
import { answer, away, ownAnswers, refusal } from './answers.ts'
import type { Group, Server } from './groups.ts'
import { patternsWhere } from './paths.ts'
import { acl, bodyLimits, leading } from './rules.ts'

export type Gateway = {
  groups: readonly Group[]
  places: readonly Place[]
  listen: string
  /** A file with certificate and key, for https. */
  certificate: string | undefined
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
