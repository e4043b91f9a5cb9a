import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RIGHTS } from '../../src/accounts/contract.ts'
import { areas } from '../../src/areas.ts'
import { addressOf, readConfig } from '../../src/config.ts'
import { peerKeyOf } from '../../src/platform/http/rights.ts'
import { findSecurityErrors } from '../../src/platform/production.ts'

/** Returns the errors of these settings as reported to the operator, one per line. */
function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env, areas, findSecurityErrors)
  } catch (error) {
    assert.ok(error instanceof Error)
    return error.message.split('\n')
  }
  return []
}

for (const [variable, value, line] of [
  [
    'LOG_LEVEL',
    'verbose',
    'LOG_LEVEL is verbose; it must be fatal, error, warn, info, debug, trace or silent',
  ],
  ['COMPTOIR_SAMPLE', 'no', 'COMPTOIR_SAMPLE is no; it must be 0 or 1'],
  ['PORT', 'http', 'PORT is http; it must be a whole number from 0 to 65535'],
  ['PORT', '70000', 'PORT is 70000; it must be a whole number from 0 to 65535'],
  [
    'COMPTOIR_CLOCK_MULTIPLIER',
    '0',
    'COMPTOIR_CLOCK_MULTIPLIER is 0; it must be a number greater than 0 and at most 100000',
  ],
  ['AMQP_URL', 'user:hidden@broker', 'AMQP_URL must be an address that begins with amqp:// or amqps://'],
  [
    'DATABASE_URL',
    'mysql://u:hidden@db/shop',
    'DATABASE_URL must be an address that begins with postgres:// or postgresql://',
  ],
  [
    'COMPTOIR_ORDERS_URL',
    'orders:3000',
    'COMPTOIR_ORDERS_URL must be an address that begins with http:// or https://',
  ],
  ['COMPTOIR_TOKEN_SECRET', 'hidden', 'COMPTOIR_TOKEN_SECRET must be a text of at least 16 characters'],
  [
    'COMPTOIR_RETURN_ORIGINS',
    'https://shop.example, shop',
    'COMPTOIR_RETURN_ORIGINS: shop is not an origin such as https://shop.example',
  ],
  [
    'COMPTOIR_TRUSTED_PROXIES',
    '10.0.0.0/8,proxy',
    'COMPTOIR_TRUSTED_PROXIES: proxy is not an address or a range such as 10.0.0.0/8',
  ],
] as const)
  test(`${variable} of ${value}: ${line}`, () => assert.deepEqual(problemsOf({ [variable]: value }), [line]))

test('all errors are reported at once, including misspelled names', () => {
  const env = {
    HOST: '0.0.0.0',
    PORT: 'http',
    LOG_LEVEL: 'loud',
    COMPTOIR_ORDERS_URL: 'nowhere',
    COMPTOIR_APIKEYS: 'a-key',
    NODE_ENV: 'production',
    COMPTOIR_TOKEN_SECRET: 'short',
  }
  assert.deepEqual(
    problemsOf(env).map(line => line.split(/[ :]/, 1)[0]),
    [
      'PORT',
      'COMPTOIR_TOKEN_SECRET',
      'LOG_LEVEL',
      'COMPTOIR_ORDERS_URL',
      'In',
      'In',
      'HOST',
      'COMPTOIR_APIKEYS',
    ],
  )
  assert.ok(
    problemsOf(env).includes(
      'In production (NODE_ENV, or reached from outside): set COMPTOIR_API_KEYS, COMPTOIR_CARD_KEYS',
    ),
  )
})

test('an unknown variable is reported with the nearest name, if one is similar', () => {
  const env = {
    COMPTOIR_PAYMNT_DELAY: '1',
    COMPTOIR_ORDER_URL: '1',
    COMPTOIR_COLOUR_OF_WALLS: 'red',
    OTHER: '1',
  }
  assert.deepEqual(readConfig(env, areas).unknown, [
    'COMPTOIR_PAYMNT_DELAY is not a setting; did you mean COMPTOIR_PAYMENT_DELAY_MS?',
    'COMPTOIR_ORDER_URL is not a setting; did you mean COMPTOIR_ORDERS_URL?',
    'COMPTOIR_COLOUR_OF_WALLS is not a setting',
  ])
})

test('lists are split, empty values count as absent, and addresses lose redundant parts', () => {
  const config = readConfig(
    {
      COMPTOIR_API_KEYS: ' one,two , ',
      COMPTOIR_RETURN_ORIGINS: 'https://shop.example, https://till.example',
      COMPTOIR_ORDERS_URL: 'http://10.0.0.2:3000/orders//',
      COMPTOIR_SAMPLE: '0',
      PORT: '',
    },
    areas,
  )
  assert.deepEqual(
    config.apiKeys.map(({ key }) => key),
    ['one', 'two'],
  )
  assert.deepEqual(config.ofAreas.payments?.returnOrigins, ['https://shop.example', 'https://till.example'])
  assert.deepEqual(config.areaUrls, { orders: 'http://10.0.0.2:3000/orders' })
  assert.deepEqual(
    [config.port, config.sample, config.ofAreas.payments?.cardKeys, config.amqpUrl],
    [3000, false, [], undefined],
  )
})

test('the address of a server is where it listens, or its public address', () => {
  const at = (env: Record<string, string>) => addressOf(readConfig(env, []))
  assert.equal(at({}), 'http://127.0.0.1:3000')
  assert.equal(at({ PORT: '4300', HOST: '0.0.0.0' }), 'http://127.0.0.1:4300')
  assert.equal(at({ PORT: '4300', HOST: '::' }), 'http://[::1]:4300')
  assert.equal(at({ PORT: '4300', COMPTOIR_PUBLIC_URL: 'https://shop.example' }), 'https://shop.example')
})

test('a key has the rights that it names, or all of them; one right is reserved for the platform', () => {
  const keysOf = (text: string) => readConfig({ COMPTOIR_API_KEYS: text }, areas).apiKeys
  assert.deepEqual(keysOf('till+support:caisse,peer:pair'), [
    { key: 'caisse', rights: ['till', 'support'] },
    { key: 'pair', rights: ['peer'] },
  ])
  assert.equal(peerKeyOf(keysOf('till:caisse,peer:pair,bare')), 'pair')
  assert.equal(peerKeyOf(keysOf('till:caisse,bare,peer:pair')), 'bare')
  assert.deepEqual(keysOf('Caisse:1'), [{ key: 'Caisse:1', rights: [...RIGHTS] }])

  assert.throws(() => keysOf('peer:one,till+cook:a-secret'), {
    message:
      'COMPTOIR_API_KEYS: key 2 names a right that is none; there are shop, till, warehouse, catalogue, support, admin, metrics or peer',
  })
  assert.throws(() => keysOf('till:one,admin:two'), /no key has the right peer/)
})
