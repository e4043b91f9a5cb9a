import { isIPv6 } from 'node:net'
import Type, { type Static } from 'typebox'
import { List, readSettings, refuseFaults, setting, Url, unknownSettings } from './platform/settings.ts'

/** Every setting: its environment variable, type, bounds, default and meaning. */
export const Settings = Type.Object({
  host: setting('HOST', Type.String({ default: '127.0.0.1', description: 'Address to listen on' })),
  port: setting(
    'PORT',
    Type.Integer({
      default: 3000,
      minimum: 0,
      maximum: 65535,
      description: 'Port to listen on; 0 takes a free one',
    }),
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
    Type.Integer({
      default: 16,
      minimum: 2,
      maximum: 500,
      description: 'Connections of one process to PostgreSQL',
    }),
  ),
  amqpUrl: setting('AMQP_URL', Url('amqp-url', 'RabbitMQ to use; absent: events stay in the process')),
  apiKeys: setting('COMPTOIR_API_KEYS', List('Keys that open the staff and internal routes')),
  tokenSecret: setting(
    'COMPTOIR_TOKEN_SECRET',
    Type.Optional(Type.String({ minLength: 16, description: "Signs the customers' bearer tokens" })),
  ),
  cardKeys: setting(
    'COMPTOIR_CARD_KEYS',
    List('Keys that encrypt what is kept of a card; the first encrypts, all decrypt'),
  ),
  publicUrl: setting('COMPTOIR_PUBLIC_URL', Url('http-url', 'What payment links begin with')),
  returnOrigins: setting(
    'COMPTOIR_RETURN_ORIGINS',
    List('Origins that a payment may return to and that may frame its page', 'origin'),
  ),
  trustedProxies: setting(
    'COMPTOIR_TRUSTED_PROXIES',
    List("Addresses and ranges of proxies whose X-Forwarded-For is the caller's address", 'ip-range'),
  ),
  purchasingUrl: setting(
    'COMPTOIR_PURCHASING_URL',
    Url('http-url', "The purchasing application, restocking's upstream"),
  ),
  aftersalesUrl: setting(
    'COMPTOIR_AFTERSALES_URL',
    Url('http-url', 'The after-sales application that repair events go to'),
  ),
  clockMultiplier: setting(
    'COMPTOIR_CLOCK_MULTIPLIER',
    Type.Number({
      default: 1,
      exclusiveMinimum: 0,
      maximum: 100_000,
      description: 'How many times faster than real time the clock runs',
    }),
  ),
  sample: setting(
    'COMPTOIR_SAMPLE',
    Type.Enum(['0', '1'], { default: '1', description: '0: no sample shop in an empty database' }),
  ),
  paymentDelayMs: setting(
    'COMPTOIR_PAYMENT_DELAY_MS',
    Type.Integer({
      default: 10_000,
      minimum: 0,
      maximum: 3_600_000,
      description: 'From the creation of a payment to its processing, in milliseconds of the clock',
    }),
  ),
  paymentProvider: setting(
    'COMPTOIR_PAYMENT_PROVIDER',
    Type.String({
      default: 'simule',
      minLength: 1,
      description: 'Provider of new payments: `simule`, or `stripe` once COMPTOIR_STRIPE_KEY is set',
    }),
  ),
  stripeKey: setting(
    'COMPTOIR_STRIPE_KEY',
    Type.Optional(Type.String({ minLength: 1, description: "Stripe's secret key" })),
  ),
  stripeWebhookSecret: setting(
    'COMPTOIR_STRIPE_WEBHOOK_SECRET',
    Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'Signs what Stripe sends to /api/v1/publique/prestataires/stripe/notifications; absent: payments are polled alone',
      }),
    ),
  ),
  stripeUrl: setting(
    'COMPTOIR_STRIPE_URL',
    Type.String({
      default: 'https://api.stripe.com',
      format: 'http-url',
      description: "Stripe's interface, or a stand-in for it",
    }),
  ),
  confirmDelayMs: setting(
    'COMPTOIR_CONFIRM_DELAY_MS',
    Type.Integer({
      default: 120_000,
      minimum: 0,
      maximum: 3_600_000,
      description: 'How long an accepted payment waits for its shop before the platform confirms the order',
    }),
  ),
  dataDirectory: setting(
    'COMPTOIR_DATA',
    Type.String({
      default: new URL('../.data', import.meta.url).pathname,
      description: 'Folder of the embedded PostgreSQL and of the secrets made on first start',
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
    Type.String({
      default: 'development',
      description: '`production` refuses to start without keys and secrets',
    }),
  ),
})

/** The settings as the platform uses them, with the addresses of areas that run elsewhere by name. */
export type Config = Omit<Static<typeof Settings>, 'sample'> & {
  sample: boolean
  areaUrls: Record<string, string>
  /** A line for each COMPTOIR_ variable that means nothing: probably a misspelling. */
  unknown: string[]
}

const urlsOf = (areaNames: readonly string[]) =>
  Type.Object(
    Object.fromEntries(
      areaNames.map(name => [
        name,
        setting(`COMPTOIR_${name.toUpperCase()}_URL`, Url('http-url', `Base address of the ${name} area`)),
      ]),
    ),
  )

/**
 * Reads the environment once. Throws a StartError with a line for each fault: those of the values, and those that `rules`
 * finds in all of them together.
 */
export function readConfig(
  env: NodeJS.ProcessEnv,
  areaNames: readonly string[],
  rules: (config: Config) => string[] = () => [],
): Config {
  const schemas = [Settings, urlsOf(areaNames)] as const
  const own = readSettings(schemas[0], env)
  const areas = readSettings(schemas[1], env)
  const known = schemas.flatMap(({ properties }) => Object.values(properties).map(schema => schema.env))
  const config: Config = {
    ...own.values,
    returnOrigins: own.values.returnOrigins.map(value => URL.parse(value)?.origin ?? value),
    sample: own.values.sample === '1',
    areaUrls: Object.fromEntries(
      Object.entries(areas.values).flatMap(([name, url]) => (url ? [[name, url.replace(/\/+$/, '')]] : [])),
    ),
    unknown: unknownSettings(env, known),
  }
  const faults = [...own.faults, ...areas.faults, ...rules(config)]
  // A misspelt name may be why another one is missing.
  refuseFaults(faults.length > 0 ? [...faults, ...config.unknown] : [])
  return config
}

const EVERY_ADDRESS: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Where a server with these settings is reached. */
export function addressOf({ publicUrl, host, port }: Config): string {
  const address = EVERY_ADDRESS[host] ?? host
  return publicUrl ?? `http://${isIPv6(address) ? `[${address}]` : address}:${port}`
}
