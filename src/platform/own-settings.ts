import Type, { type Static } from 'typebox'
import { List, Maximum, Secret, secret, setting, Text, Url, Whole } from './settings.ts'

/** The platform's own settings. An area declares its settings in its `area.ts`. */
export const PlatformSettings = Type.Object({
  host: setting('HOST', Type.String({ default: '127.0.0.1', description: 'Address to listen on' })),
  port: setting('PORT', Whole('Port to listen on; 0 selects a free port', 3000, 0, 65535)),
  publicUrl: setting(
    'COMPTOIR_PUBLIC_URL',
    Url('http-url', 'Public base address of the server, used in links'),
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    Url(
      'postgres-url',
      'Connection string of PostgreSQL; without it, the embedded server in COMPTOIR_DATA is used',
    ),
  ),
  databaseReadUrl: setting(
    'DATABASE_READ_URL',
    Url('postgres-url', 'Connection string of a read replica for lists and searches'),
  ),
  databaseSessionUrl: setting(
    'DATABASE_SESSION_URL',
    Url(
      'postgres-url',
      'Connection string of the database of DATABASE_URL for jobs, migrations and session locks, if DATABASE_URL leads through a pooler in transaction mode',
    ),
  ),
  preparedStatements: setting(
    'COMPTOIR_PREPARED_STATEMENTS',
    Type.Enum(['0', '1'], {
      default: '1',
      description: '0: statements have no names, for poolers that do not support named ones',
    }),
  ),
  databasePoolSize: setting(
    'COMPTOIR_DATABASE_POOL',
    Whole('Connections of one process to PostgreSQL', 16, 2, 500),
  ),
  amqpUrl: setting(
    'AMQP_URL',
    Url('amqp-url', 'Address of RabbitMQ; without it, events are delivered within the process'),
  ),
  apiKeys: setting(
    'COMPTOIR_API_KEYS',
    List('Keys that open the staff and internal routes: `right+right:key`; a bare key has every right'),
  ),
  tokenSecret: secret('COMPTOIR_TOKEN_SECRET', Secret('Secret that signs bearer tokens')),
  trustedProxies: setting(
    'COMPTOIR_TRUSTED_PROXIES',
    List("Addresses and ranges of proxies whose X-Forwarded-For is the caller's address", 'ip-range'),
  ),
  shopOrigins: setting(
    'COMPTOIR_SHOP_ORIGINS',
    List('Web origins allowed to call the platform (CORS)', 'origin'),
  ),
  shopName: setting('COMPTOIR_SHOP_NAME', Text('Name of the shop on its pages and in its mails', 'Comptoir')),
  storefront: setting(
    'COMPTOIR_STOREFRONT',
    Type.Optional(
      Type.Enum(['0', '1'], {
        description: '1: serves the web shop at /boutique; by default only outside production',
      }),
    ),
  ),
  clockMultiplier: setting(
    'COMPTOIR_CLOCK_MULTIPLIER',
    Type.Number({
      default: 1,
      exclusiveMinimum: 0,
      maximum: 100_000,
      description: "Speed of the platform's clock as a multiple of real time",
    }),
  ),
  callsAMinute: setting(
    'COMPTOIR_LIMIT_CALLS',
    Maximum(6_000, 'Maximum calls per minute from one address without a key, per process'),
  ),
  streamsAtOnce: setting(
    'COMPTOIR_LIMIT_STREAMS',
    Maximum(20, 'Maximum open streams per address without a key'),
  ),
  connectionsAtOnce: setting(
    'COMPTOIR_LIMIT_CONNECTIONS',
    Maximum(200, 'Maximum open connections per address without a key, per process'),
  ),
  answerSeconds: setting(
    'COMPTOIR_LIMIT_ANSWER_SECONDS',
    Maximum(30, 'Seconds after which a response without a key is aborted if the client reads nothing of it'),
  ),
  requestSeconds: setting(
    'COMPTOIR_LIMIT_REQUEST_SECONDS',
    Maximum(30, 'Seconds within which a request without a key must arrive completely'),
  ),
  requestBytes: setting(
    'COMPTOIR_LIMIT_REQUEST_BYTES',
    Maximum(262_144, 'Maximum size of a request body without a key, in bytes'),
  ),
  bytesASecond: setting(
    'COMPTOIR_LIMIT_BYTES_A_SECOND',
    Maximum(1_000, 'Minimum upload rate of a request with a key, in bytes per second'),
  ),
  drainMs: setting(
    'COMPTOIR_DRAIN_MS',
    Whole(
      'Milliseconds for which a stopping server continues to serve, so that proxies that poll /ready remove it',
      1_500,
      0,
      60_000,
    ),
  ),
  dataDirectory: setting(
    'COMPTOIR_DATA',
    Type.String({
      default: new URL('../../.data', import.meta.url).pathname,
      description: 'Folder of the embedded PostgreSQL and of the secrets generated on first start',
    }),
  ),
  traceEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    Url('http-url', 'OTLP/HTTP endpoint that receives traces; without it, no traces are recorded'),
  ),
  traceService: setting('OTEL_SERVICE_NAME', Text('Name of this process in traces', 'comptoir')),
  traceShare: setting(
    'COMPTOIR_TRACE_SHARE',
    Type.Number({
      default: 1,
      minimum: 0,
      maximum: 1,
      description:
        "Sampling ratio of traces that begin here; for traces begun by a caller, the caller's decision applies",
    }),
  ),
  logLevel: setting(
    'LOG_LEVEL',
    Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      default: 'info',
      description: 'Minimum level of log messages',
    }),
  ),
  environment: setting(
    'NODE_ENV',
    Type.Optional(
      Type.String({
        description:
          '`development` or `test`; any other value means production, as does no value if HOST or COMPTOIR_PUBLIC_URL is not loopback',
      }),
    ),
  ),
})
export type PlatformSettings = Static<typeof PlatformSettings>
