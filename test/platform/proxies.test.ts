import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/config.ts'

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
  test(`${bad} stops the start`, () => {
    assert.throws(() => proxies(bad), /COMPTOIR_TRUSTED_PROXIES: .* is not an address or a range/)
  })
