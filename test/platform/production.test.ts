import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { areas } from '../../src/areas.ts'
import { findAreaErrors, readConfig } from '../../src/config.ts'
import { findSecurityErrors } from '../../src/platform/production.ts'

type Environment = Record<string, string>

/** Returns the errors that prevent a start with these settings, without their common beginning in production. */
function faults(env: Environment, only = areas.map(({ name }) => name)): string[] {
  const chosen = areas.filter(({ name }) => only.includes(name))
  try {
    readConfig(env, areas, config => [...findSecurityErrors(config), ...findAreaErrors(config, chosen)])
  } catch (error) {
    assert.ok(error instanceof Error)
    return error.message.split('\n').map(line => line.replace(/^In production [^:]*: /, ''))
  }
  return []
}

/** Settings with which a shop may start in production. */
const open: Environment = {
  NODE_ENV: 'production',
  COMPTOIR_API_KEYS: 'peer:0123456789abcdef01234567,till:abcdef0123456789abcdef01',
  COMPTOIR_TOKEN_SECRET: '0123456789abcdef01234567',
  COMPTOIR_CARD_KEYS: '0123456789abcdef01234567,76543210fedcba9876543210',
  COMPTOIR_PUBLIC_URL: 'https://shop.example',
  COMPTOIR_RETURN_ORIGINS: 'https://shop.example',
  COMPTOIR_SIMULATED_PAYMENTS: '1',
  COMPTOIR_SMTP_URL: 'smtps://shop:secret@mail.example',
}
const opening = (settings: Environment) => faults({ ...open, ...settings })

const NO_ADDRESS = 'COMPTOIR_PUBLIC_URL must be an address that begins with http:// or https://'

test('an invalid public address is one error, alone and among the errors of production', () => {
  for (const address of ['comptoir', 'comptoir:3000', 'ftp://shop.example', 'https:'])
    assert.deepEqual(faults({ COMPTOIR_PUBLIC_URL: address }), [NO_ADDRESS], address)
  const production = { NODE_ENV: 'production' }
  assert.deepEqual(faults({ ...production, COMPTOIR_PUBLIC_URL: 'comptoir' }), [
    NO_ADDRESS,
    ...faults(production),
  ])
})

describe('in production', () => {
  test('a start with all settings succeeds', () => {
    assert.deepEqual(opening({}), [])
    const { COMPTOIR_SIMULATED_PAYMENTS: _, ...paid } = open
    const stripe = { COMPTOIR_PAYMENT_PROVIDER: 'stripe', COMPTOIR_STRIPE_KEY: 'sk' }
    assert.deepEqual(faults({ ...paid, ...stripe }), [])
  })

  test('keys and secrets are required, with 24 characters each, and are not shown', () => {
    const short = '0123456789abcdef0123456'
    assert.deepEqual(faults({ NODE_ENV: 'production' }, ['loyalty']), [
      'set COMPTOIR_API_KEYS, COMPTOIR_TOKEN_SECRET, COMPTOIR_CARD_KEYS',
    ])
    for (const [setting, value] of [
      ['COMPTOIR_API_KEYS', `${open.COMPTOIR_API_KEYS},till:${short}`],
      ['COMPTOIR_TOKEN_SECRET', short],
      ['COMPTOIR_CARD_KEYS', `${open.COMPTOIR_CARD_KEYS},${short}`],
    ] as const)
      assert.deepEqual(opening({ [setting]: value }), [
        `each value in ${setting} must have at least 24 characters`,
      ])
  })

  test('links must use https and return only to named shops', () => {
    assert.deepEqual(opening({ COMPTOIR_PUBLIC_URL: 'http://shop.example' }), [
      'COMPTOIR_PUBLIC_URL must begin with https://',
    ])
    assert.deepEqual(opening({ COMPTOIR_PUBLIC_URL: 'http://localhost:3000' }), [])
    assert.match(opening({ COMPTOIR_RETURN_ORIGINS: '' })[0] ?? '', /^set COMPTOIR_RETURN_ORIGINS/)
  })

  test('a provider that collects no money must be confirmed explicitly', () => {
    const without = { COMPTOIR_SIMULATED_PAYMENTS: '' }
    assert.match(opening(without)[0] ?? '', /^the simulated provider charges nothing/)
    assert.match(opening({ ...without, COMPTOIR_STRIPE_KEY: 'sk' })[0] ?? '', /^the simulated provider/)
  })

  test('a mail server is required, unless proof of addresses is disabled', () => {
    assert.match(
      opening({ COMPTOIR_SMTP_URL: '' })[0] ?? '',
      /^set COMPTOIR_SMTP_URL, or COMPTOIR_EMAIL_PROOF=0/,
    )
    assert.deepEqual(opening({ COMPTOIR_SMTP_URL: '', COMPTOIR_EMAIL_PROOF: '0' }), [])
  })

  test('a process requires only the settings of its own areas', () => {
    const { COMPTOIR_RETURN_ORIGINS: _, COMPTOIR_SIMULATED_PAYMENTS: __, ...rest } = open
    assert.deepEqual(faults(rest, ['orders', 'catalogue']), [])
    assert.equal(faults(rest, ['payments']).length, 2)
  })
})

test('a start counts as production unless NODE_ENV says otherwise or only this machine can reach it', () => {
  const isProduction = (env: Environment) => faults(env).some(line => line.startsWith('set COMPTOIR_'))
  for (const env of [
    { NODE_ENV: 'prod' },
    { NODE_ENV: 'staging' },
    { HOST: '0.0.0.0' },
    { COMPTOIR_PUBLIC_URL: 'https://shop.example' },
  ])
    assert.ok(isProduction(env), JSON.stringify(env))
  for (const env of [
    {},
    { NODE_ENV: 'development', COMPTOIR_PUBLIC_URL: 'https://shop.example' },
    { NODE_ENV: 'test', HOST: '0.0.0.0', COMPTOIR_API_KEYS: 'k' },
    { HOST: '127.0.0.2', COMPTOIR_PUBLIC_URL: 'http://localhost:3000' },
  ])
    assert.ok(!isProduction(env), JSON.stringify(env))
})

test('a server reachable from the network does not start without keys, in production or not', () => {
  for (const NODE_ENV of ['development', ''])
    for (const HOST of ['0.0.0.0', 'example.org'])
      assert.ok(faults({ HOST, NODE_ENV }).some(line => /is not loopback: set COMPTOIR_API_KEYS/.test(line)))
})
