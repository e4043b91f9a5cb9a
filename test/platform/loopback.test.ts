import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { defineProbe } from '../support/probe.ts'

const open = (settings: Record<string, string> = {}) =>
  openPlatform({ areas: [defineProbe()], started: false, settings })

describe('without API keys', () => {
  let shop: TestPlatform
  before(async () => {
    shop = await open({ COMPTOIR_PUBLIC_URL: 'http://comptoir.example:8080' })
  })
  const read = async (headers: Record<string, string>) =>
    (await shop.call('GET', '/api/publique/notes', undefined, headers)).status
  const write = async (headers: Record<string, string>) =>
    (await shop.call('POST', '/api/publique/notes', { text: 'x' }, headers)).status
  const notes = async () => {
    const { rows } = await shop.platform.db.pg.query('select count(*)::int as n from platform.outbox')
    return rows[0].n as number
  }

  test('the server responds to the host names of its own machine and of its public address', async () => {
    for (const host of [
      'localhost',
      'localhost:3000',
      '127.0.0.1:3000',
      '127.1.2.3',
      '[::1]:3000',
      'a.localhost',
    ])
      assert.equal(await read({ host }), 200, host)
    assert.equal(await read({ host: 'comptoir.example' }), 200)
  })

  test('the server refuses other host names: a foreign name that resolves to this machine reads nothing', async () => {
    for (const host of ['rebound.example', 'localhost.example', '127.0.0.1.example', '10.0.0.1', 'a b'])
      assert.equal(await read({ host }), 403, host)
  })

  test('a page of another site cannot write', async () => {
    const before = await notes()
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost.evil.example' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      assert.equal(await write(headers as Record<string, string>), 403, JSON.stringify(headers))
    assert.equal(await notes(), before)
  })

  test('a page of this machine can write, as can one that hides its origin', async () => {
    for (const headers of [
      { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' },
      { origin: 'http://comptoir.example:8080', 'sec-fetch-site': 'same-origin' },
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
    ])
      assert.equal(await write(headers), 201, JSON.stringify(headers))
  })

  test('a link on another site can open a page', async () => {
    assert.equal(await read({ 'sec-fetch-site': 'cross-site' }), 200)
  })
})

test('with API keys callers are authenticated by them, whatever the host', async () => {
  const shop = await open({ COMPTOIR_API_KEYS: 'first-key' })
  const headers = { host: 'shop.example', origin: 'https://shop.example', 'x-api-key': 'first-key' }
  assert.equal((await shop.call('POST', '/api/publique/notes', { text: 'x' }, headers)).status, 201)
})
