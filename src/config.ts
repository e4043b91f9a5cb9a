import { isIP } from 'node:net'
import Type, { type Static, type TSchema } from 'typebox'
import { ofUrl } from './platform/http/schemas.ts'
import { StartError } from './platform/start-error.ts'

const setting = <T extends TSchema>(env: string, schema: T): T => Object.assign(schema, { env })
const url = (description: string, protocols = 'https?') =>
  Type.Optional(Type.String({ description, pattern: `^${protocols}://.+` }))
const list = (description: string) => Type.Optional(Type.String({ description, minLength: 1 }))

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
    url('PostgreSQL to use; absent: the embedded one, in COMPTOIR_DATA', 'postgres(ql)?'),
  ),
  databaseReadUrl: setting(
    'DATABASE_READ_URL',
    url('Replica that lists and searches are read from', 'postgres(ql)?'),
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
  amqpUrl: setting('AMQP_URL', url('RabbitMQ to use; absent: events stay in the process', 'amqps?')),
  apiKeys: setting('COMPTOIR_API_KEYS', list('Comma-separated keys that open the staff and internal routes')),
  tokenSecret: setting(
    'COMPTOIR_TOKEN_SECRET',
    Type.Optional(Type.String({ minLength: 16, description: "Signs the customers' bearer tokens" })),
  ),
  cardKeys: setting(
    'COMPTOIR_CARD_KEYS',
    list('Comma-separated keys that encrypt what is kept of a card; the first encrypts, all decrypt'),
  ),
  publicUrl: setting('COMPTOIR_PUBLIC_URL', url('What payment links begin with')),
  returnOrigins: setting(
    'COMPTOIR_RETURN_ORIGINS',
    list('Comma-separated origins that a payment may return to and that may frame its page'),
  ),
  trustedProxies: setting(
    'COMPTOIR_TRUSTED_PROXIES',
    list("Comma-separated addresses and ranges of proxies whose X-Forwarded-For is the caller's address"),
  ),
  purchasingUrl: setting('COMPTOIR_PURCHASING_URL', url("The purchasing application, restocking's upstream")),
  aftersalesUrl: setting(
    'COMPTOIR_AFTERSALES_URL',
    url('The after-sales application that repair events go to'),
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
    Type.Union([Type.Literal('0'), Type.Literal('1')], {
      default: '1',
      description: '0: no sample shop in an empty database',
    }),
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
      pattern: '^https?://.+',
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
    Type.Union(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map(level => Type.Literal(level)),
      {
        default: 'info',
        description: 'Least severe log line that is written',
      },
    ),
  ),
  environment: setting(
    'NODE_ENV',
    Type.String({
      default: 'development',
      description: '`production` refuses to start without keys and secrets',
    }),
  ),
})

export type Settings = Static<typeof Settings>

/** The settings as the platform uses them: comma-separated ones split, addresses of areas that run elsewhere by name. */
export type Config = Omit<
  Settings,
  'apiKeys' | 'cardKeys' | 'returnOrigins' | 'trustedProxies' | 'sample'
> & {
  apiKeys: string[]
  cardKeys: string[]
  returnOrigins: string[]
  trustedProxies: string[]
  sample: boolean
  areaUrls: Record<string, string>
  /** Names of COMPTOIR_ variables that mean nothing: probably a misspelling. */
  unknown: string[]
}

const environmentName = (key: string) =>
  (Settings.properties[key as keyof Settings] as unknown as { env: string }).env

const split = (value: string | undefined) =>
  (value ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)

function originOf(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new StartError(`COMPTOIR_RETURN_ORIGINS: ${value} is not an origin such as https://shop.example`)
  return url.origin
}

/** `10.0.0.1`, `10.0.0.0/8`, and the same in IPv6. */
function proxyOf(value: string): string {
  const [address = '', bits, ...more] = value.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest)
  if (longest < 0 || !isRange || more.length > 0)
    throw new StartError(
      `COMPTOIR_TRUSTED_PROXIES: ${value} is neither an address nor a range such as 10.0.0.0/8`,
    )
  return value
}

/** Reads the environment once. Throws a StartError that names the variable and what it takes. */
export function readConfig(env: NodeJS.ProcessEnv, areaNames: readonly string[]): Config {
  const given = Object.fromEntries(
    Object.keys(Settings.properties)
      .filter(key => env[environmentName(key)])
      .map(key => [key, env[environmentName(key)]]),
  )
  const check = ofUrl.compile<Settings>(Settings)
  if (!check(given)) {
    const fault = check.errors![0]!
    const key = fault.instancePath.split('/')[1] ?? ''
    const { description } = Settings.properties[key as keyof Settings] as { description?: string }
    throw new StartError(`${environmentName(key)} ${fault.message} (${description})`)
  }

  const areaVariables = new Map(areaNames.map(name => [`COMPTOIR_${name.toUpperCase()}_URL`, name]))
  const known = new Set([...Object.keys(Settings.properties).map(environmentName), ...areaVariables.keys()])
  const areaUrls: Record<string, string> = {}
  for (const [variable, name] of areaVariables) {
    const value = env[variable]
    if (!value) continue
    if (!URL.canParse(value))
      throw new StartError(`${variable} must be a URL, the base address of the ${name} area`)
    areaUrls[name] = value.replace(/\/+$/, '')
  }

  return {
    ...given,
    apiKeys: split(given.apiKeys),
    cardKeys: split(given.cardKeys),
    returnOrigins: split(given.returnOrigins).map(originOf),
    trustedProxies: split(given.trustedProxies).map(proxyOf),
    sample: given.sample === '1',
    areaUrls,
    unknown: Object.keys(env).filter(name => name.startsWith('COMPTOIR_') && !known.has(name)),
  }
}
