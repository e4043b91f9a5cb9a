import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { findProxyWarnings } from '../../src/platform/production.ts'
import { openPlatform } from '../support/platform.ts'
import { defineProbe } from '../support/probe.ts'

const proxies = (COMPTOIR_TRUSTED_PROXIES: string) =>
  readConfig({ COMPTOIR_TRUSTED_PROXIES }, []).trustedProxies

test('trusted proxies are addresses and ranges; none by default', () => {
  assert.deepEqual(readConfig({}, []).trustedProxies, [])
  assert.deepEqual(proxies('10.0.0.1, 192.168.0.0/16,fd00::/8'), ['10.0.0.1', '192.168.0.0/16', 'fd00::/8'])
})

for (const bad of [
  'true',
  'proxy.example',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  '10.0.0.0/',
  'fd00::/129',
  '10.0.0/8',
])
  test(`${bad} prevents the start`, () => {
    assert.throws(() => proxies(bad), /COMPTOIR_TRUSTED_PROXIES: .* is not an address or a range/)
  })

const forwarded = { 'x-forwarded-for': '203.0.113.1' }

/** Calls a server three times with these headers and returns its warnings about proxies. */
async function warnings(settings: Record<string, string>, headers: Record<string, string>) {
  const shop = await openPlatform({ areas: [defineProbe()], started: false, settings })
  const lines: unknown[] = []
  shop.platform.log.warn = ((...line: unknown[]) => lines.push(line)) as typeof shop.platform.log.warn
  for (let i = 0; i < 3; i++) await shop.call('GET', '/health', undefined, headers)
  return lines.map(line => JSON.stringify(line)).filter(line => line.includes('A proxy missing from'))
}

test('a proxy that forwards addresses but is not trusted causes one warning', async () => {
  assert.equal((await warnings({}, forwarded)).length, 1)
  assert.equal((await warnings({}, {})).length, 0)
  const trusted = { COMPTOIR_TRUSTED_PROXIES: '127.0.0.1' }
  assert.equal((await warnings(trusted, forwarded)).length, 0)
  // A caller on the proxy's own machine has the proxy's address.
  assert.equal((await warnings(trusted, { 'x-forwarded-for': '127.0.0.1' })).length, 0)
  assert.equal((await warnings({ COMPTOIR_TRUSTED_PROXIES: '10.0.0.1' }, forwarded)).length, 1)
})

test('a caller on the machine of a trusted proxy causes no warning', async () => {
  const own = { 'x-forwarded-for': '127.0.0.1' }
  assert.deepEqual(await warnings({ COMPTOIR_TRUSTED_PROXIES: '127.0.0.1' }, own), [])
})

test('an unnamed proxy in front of the gateway causes one warning, if a trusted gateway reports it', async () => {
  const reported = { ...forwarded, 'x-unnamed-proxy': '10.0.0.7' }
  assert.deepEqual(await warnings({ COMPTOIR_TRUSTED_PROXIES: '127.0.0.1' }, reported), [
    '[{"proxy":"10.0.0.7"},"A proxy missing from --trusted-proxies of the gateway forwards addresses; its callers count as one address"]',
  ])
  const invalid = { ...forwarded, 'x-unnamed-proxy': 'no address' }
  assert.deepEqual(await warnings({ COMPTOIR_TRUSTED_PROXIES: '127.0.0.1' }, invalid), [])
  const untrusted = await warnings({}, reported)
  assert.equal(untrusted.length, 1)
  assert.match(untrusted[0]!, /COMPTOIR_TRUSTED_PROXIES/)
})

test('a start with a public https address and no trusted proxy is warned', () => {
  const found = (env: Record<string, string>) => findProxyWarnings(readConfig(env, []))
  const behindHttps = { COMPTOIR_PUBLIC_URL: 'https://shop.example' }
  assert.match(found(behindHttps).join(), /^COMPTOIR_PUBLIC_URL is https.*COMPTOIR_TRUSTED_PROXIES/)
  assert.deepEqual(found({ ...behindHttps, COMPTOIR_TRUSTED_PROXIES: '10.0.0.1' }), [])
  assert.deepEqual(found({ COMPTOIR_PUBLIC_URL: 'https://localhost' }), [])
  assert.deepEqual(found({}), [])
})

test('behind https, browsers are told to use only https', async () => {
  const shown = async (settings: Record<string, string>, headers: Record<string, string> = {}) => {
    const shop = await openPlatform({ areas: [defineProbe()], started: false, settings })
    return (await shop.call('GET', '/health', undefined, headers)).headers['strict-transport-security']
  }
  const trusted = { COMPTOIR_TRUSTED_PROXIES: '127.0.0.1' }
  assert.equal(await shown({}), undefined)
  assert.equal(await shown({}, { 'x-forwarded-proto': 'https' }), undefined)
  assert.match(String(await shown(trusted, { 'x-forwarded-proto': 'https' })), /^max-age=\d{8}$/)
  assert.match(String(await shown({ COMPTOIR_PUBLIC_URL: 'https://localhost' })), /^max-age=\d{8}$/)
})

test('an address forwarded by a trusted proxy counts without its port, and unreadable hops are ignored', async () => {
  const shop = await openPlatform({
    areas: [defineProbe()],
    started: false,
    settings: {
      COMPTOIR_API_KEYS: 'first-key',
      COMPTOIR_LIMIT_CALLS: '3',
      COMPTOIR_TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8',
    },
  })
  const statuses = async (forwarded: (i: number) => string) => {
    const found: number[] = []
    for (let i = 0; i < 5; i++)
      found.push((await shop.call('GET', '/health', undefined, { 'x-forwarded-for': forwarded(i) })).status)
    return found
  }
  const limited = [200, 200, 200, 429, 429]
  assert.deepEqual(await statuses(i => `203.0.113.1:${4000 + i}`), limited)
  assert.deepEqual(await statuses(i => `[2001:db8::${i}]:${4000 + i}`), limited)
  // Through two trusted proxies; and through one whose entry is unreadable, so the forged one before it does not count.
  assert.deepEqual(await statuses(i => `203.0.113.2:${i}, 10.0.0.1:${i}`), limited)
  assert.deepEqual(await statuses(i => `203.0.114.${i}, unknown`), limited)
})
