import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOfHop, createRangeCheck, networkOf } from './network.ts'

test('an IPv6 network of 64 bits counts as one address', () => {
  for (const [address, network] of [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])
    assert.equal(networkOf(address!), network)
})

test('a hop of X-Forwarded-For is parsed with and without a port', () => {
  for (const [hop, address] of [
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:4711', '192.0.2.1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['unknown', undefined],
    ['192.0.2.1:4711:1', undefined],
    ['_hidden:80', undefined],
    ['', undefined],
  ] as const)
    assert.equal(addressOfHop(hop), address, hop)
})

test('an address matches ranges of its own family, in any notation', () => {
  const isIn = createRangeCheck(['10.0.0.0/8', '192.0.2.1', 'fd00::/8'])
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.1', 'fd12::1'])
    assert.ok(isIn(address), address)
  for (const address of ['11.0.0.1', '192.0.2.2', '2001:db8::1', '', undefined]) assert.ok(!isIn(address))
})
