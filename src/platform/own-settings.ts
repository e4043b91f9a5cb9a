import Type, { type Static } from 'typebox'
import { List, most, Secret, secret, setting, Text, Url, Whole } from './settings.ts'

/** The platform's own settings. The settings of an area are in its `area.ts`. */
export const PlatformSettings = Type.Object({
  host: setting('HOST', Type.String({ default: '127.0.0.1', description: 'Address to listen on' })),
  port: setting('PORT', Whole('Port to listen on; 0 takes a free one', 3000, 0, 65535)),
  publicUrl: setting(
    'COMPTOIR_PUBLIC_URL',
    Url('http-url', 'Where the server is reached from outside: what links to it begin with'),
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    Url('postgres-url', 'PostgreSQL to use; absent: the embedded one, in COMPTOIR_DATA'),
  ),
  databaseReadUrl: setting(
    'DATABASE_READ_URL',
    Url('postgres-url', 'Replica that lists and searches are read from'),
  ),
  databasePoolSize: setting(
    'COMPTOIR_DATABASE_POOL',
    Whole('Connections of one process to PostgreSQL', 16, 2, 500),
  ),
  amqpUrl: setting('AMQP_URL', Url('amqp-url', 'RabbitMQ to use; absent: events stay in the process')),
  apiKeys: setting(
    'COMPTOIR_API_KEYS',
    List('Keys that open the staff and internal routes: `right+right:key`; a bare key has every right'),
  ),
  tokenSecret: secret('COMPTOIR_TOKEN_SECRET', Secret('Signs bearer tokens')),
  trustedProxies: setting(
    'COMPTOIR_TRUSTED_PROXIES',
    List("Addresses and ranges of proxies whose X-Forwarded-For is the caller's address", 'ip-range'),
  ),
  shopOrigins: setting(
    'COMPTOIR_SHOP_ORIGINS',
    List('Web origins whose pages may call the platform: CORS', 'origin'),
  ),
  shopName: setting('COMPTOIR_SHOP_NAME', Text('Name of the shop, as its visitors know it', 'Comptoir')),
  clockMultiplier: setting(
    'COMPTOIR_CLOCK_MULTIPLIER',
    Type.Number({
      default: 1,
      exclusiveMinimum: 0,
      maximum: 100_000,
      description: 'How many times faster than real time the clock runs',
    }),
  ),
  callsAMinute: setting(
    'COMPTOIR_LIMIT_CALLS',
    most(6_000, 'Calls a minute from one address without a key, counted in each process'),
  ),
  streamsAtOnce: setting('COMPTOIR_LIMIT_STREAMS', most(20, 'Streams open to one address without a key')),
  connectionsAtOnce: setting(
    'COMPTOIR_LIMIT_CONNECTIONS',
    most(200, 'Connections open to one address without a key, in each process'),
  ),
  answerSeconds: setting(
    'COMPTOIR_LIMIT_ANSWER_SECONDS',
    most(30, 'Seconds that an answer without a key waits for a reader who takes nothing of it'),
  ),
  requestSeconds: setting(
    'COMPTOIR_LIMIT_REQUEST_SECONDS',
    most(30, 'Seconds that a request without a key has to arrive'),
  ),
  requestBytes: setting('COMPTOIR_LIMIT_REQUEST_BYTES', most(262_144, 'Bytes of a body without a key')),
  bytesASecond: setting(
    'COMPTOIR_LIMIT_BYTES_A_SECOND',
    most(1_000, 'Bytes a second that a request with a key brings at least'),
  ),
  drainMs: setting(
    'COMPTOIR_DRAIN_MS',
    Whole(
      'How long a server that was asked to stop serves on, so that proxies which ask /ready take it out',
      1_500,
      0,
      60_000,
    ),
  ),
  dataDirectory: setting(
    'COMPTOIR_DATA',
    Type.String({
      default: new URL('../../.data', import.meta.url).pathname,
      description: 'Folder of the embedded PostgreSQL and of the secrets made on first start',
    }),
  ),
  traceEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    Url('http-url', 'Receiver of OpenTelemetry that traces are sent to, over HTTP; absent: none are made'),
  ),
  traceService: setting('OTEL_SERVICE_NAME', Text('Name of this process in traces', 'comptoir')),
  traceShare: setting(
    'COMPTOIR_TRACE_SHARE',
    Type.Number({
      default: 1,
      minimum: 0,
      maximum: 1,
      description:
        'Share of the traces beginning here that is kept; a trace that a caller began is kept as the caller says',
    }),
  ),
  logLevel: setting(
    'LOG_LEVEL',
    Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      default: 'info',
      description: 'Least severe log line that is written',
    }),
  ),
  environment: setting(
    'NODE_ENV',
    Type.Optional(
      Type.String({
        description:
          '`development` or `test`; anything else is production, and so is none once HOST or COMPTOIR_PUBLIC_URL is not loopback',
      }),
    ),
  ),
})
export type PlatformSettings = Static<typeof PlatformSettings>
